/** Tests the parts of the fixtures for tests that need no chain: reverts, the log of a test, requests and options. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LogEntry } from '../../src/devnet/index.js';
import { inTest } from '../../src/vitest/in_test.js';
import { begin, NodeLog, reportRunning } from '../../src/vitest/node_log.js';
import { requester } from '../../src/vitest/request.js';
import { withLog } from '../../src/vitest/with_log.js';

const call = (method: string): LogEntry => ({ type: 'call', method });
const methodsOf = ({ entries }: NodeLog): unknown[] => entries.map((entry) => (entry as { method?: string }).method);

describe('a test', () => {
  it('is undone by its own snapshot with settings, and fails when that is gone', async () => {
    const reverts: unknown[] = [];
    let snapshots = 6;
    const chain = {
      snapshot: async () => ++snapshots,
      revert: async (...given: unknown[]) => reverts.push(given) < 3,
    };
    const [outer, inner] = [await inTest(chain), await inTest(chain)];
    await inner();
    await outer();
    expect(reverts).toEqual([
      [8, { settings: true }],
      [7, { settings: true }],
    ]);
    await expect(outer()).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('the log of a test', () => {
  it('has the last thousand entries, and says how many came before', async () => {
    const log = new NodeLog();
    expect(await log.text()).toBe('');
    for (let count = 0; count < 1000; count++) log.hear(call(`m${count}`));
    expect([log.entries.length, (await log.text()).split('\n')[0]]).toEqual([1000, 'm0']);
    for (const method of ['last', 'very last']) log.hear(call(method));
    expect([log.entries.length, methodsOf(log)[0], methodsOf(log).at(-1)]).toEqual([1000, 'm2', 'very last']);
    expect((await log.text()).split('\n').slice(0, 2)).toEqual(['… 2 entries before these', 'm2']);
  });

  it('gets entries from its beginning to its end, and an earlier end does not end it', () => {
    const [first, second] = [new NodeLog(), new NodeLog()];
    const also: LogEntry[] = [];
    const report = reportRunning((entry) => void also.push(entry));
    report(call('before'));
    const endFirst = begin(first);
    report(call('one'));
    const endSecond = begin(second);
    endFirst();
    report(call('two'));
    endSecond();
    report(call('after'));
    expect([methodsOf(first), methodsOf(second)]).toEqual([['one'], ['two']]);
    expect(also).toHaveLength(4);
  });

  it('prints the lines of contracts at once', () => {
    const print = vi.spyOn(console, 'log').mockReturnValue();
    onTestFinished(() => print.mockRestore());
    new NodeLog().hear({ type: 'console', lines: ['one', 'two'] } as unknown as LogEntry);
    expect(print.mock.calls).toEqual([['one'], ['two']]);
  });
});

describe('a request to a server', () => {
  const aServer = async (): Promise<string> => {
    const server = createServer((incoming, response) => {
      incoming.on('data', (body: Buffer) => {
        const { method, params } = JSON.parse(String(body)) as { method: string; params: unknown };
        const error = { code: 3, message: 'reverted', data: '0x08' };
        response.end(JSON.stringify(method === 'fails' ? { error } : { result: [method, params] }));
      });
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  it('takes a list of parameters, parameters alone, or an object', async () => {
    const request = requester(await aServer());
    expect(await request('a', ['x', 1])).toEqual(['a', ['x', 1]]);
    expect(await request('a', 'x', 1)).toEqual(['a', ['x', 1]]);
    expect(await request('a', ['x'], 1)).toEqual(['a', [['x'], 1]]);
    expect(await request({ method: 'b', params: [7] })).toEqual(['b', [7]]);
    expect(await request({ method: 'b' })).toEqual(['b', []]);
  });

  it('rejects with code and data of the server, and with what was given for no request', async () => {
    const request = requester(await aServer());
    await expect(request('fails')).rejects.toMatchObject({
      ...{ message: 'fails failed: reverted (3)', code: 3, data: '0x08' },
    });
    await expect(request({ method: 5 } as never)).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(request({ method: 'a', params: null } as never)).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

it('a listener is added to valid options only', () => {
  const log = (): void => undefined;
  const own = (): void => undefined;
  expect(withLog({ validators: 3, log: own }, log)).toEqual({ validators: 3, log });
  for (const options of [{ log: 5 }, [], null, 'x']) expect(withLog(options as never, log)).toBe(options);
});
