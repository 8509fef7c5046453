/** Tests the parts of the fixtures for tests: reverts, the log of a test, requests, options, hooks and servers. */
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { TestProject } from 'vitest/node';
import type { DevnetOptions, LogEntry } from '../../src/devnet/index.js';
import setUp from '../../src/vitest/global_setup.js';
import { testDevnet } from '../../src/vitest/hooks.js';
import { inTest } from '../../src/vitest/in_test.js';
import { begin, NodeLog, reportRunning } from '../../src/vitest/node_log.js';
import { requester } from '../../src/vitest/request.js';
import { openServer, type ServerFacts, serverLog } from '../../src/vitest/server.js';
import { withLog } from '../../src/vitest/with_log.js';
import { freePort } from '../support/ports.js';

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

/** Keeps the hooks that a test registers, and runs them when it says so. */
function aFramework(names: readonly ['before' | 'beforeAll', 'after' | 'afterAll']) {
  const hooks = new Map<string, (...context: unknown[]) => Promise<void>>();
  const register = Object.fromEntries(
    [...names, 'beforeEach', 'afterEach'].map((name) => [name, (hook: () => Promise<void>) => hooks.set(name, hook)]),
  );
  const run = (name: string, context?: unknown, self?: unknown): Promise<void> =>
    Reflect.apply(hooks.get(name) as () => Promise<void>, self, [context]) as Promise<void>;
  return { register: register as never, run };
}

describe('the devnet of a framework’s hooks', () => {
  const NAMES = [
    ['before', 'after'],
    ['beforeAll', 'afterAll'],
  ] as const;

  it.each(NAMES)('is there from %s to %s, and undone after each test and subtest', async (before, after) => {
    const { register, run } = aFramework([before, after]);
    const chain = testDevnet(register, { seed: before });
    expect(() => chain.devnet).toThrow('call testDevnet in a describe block');
    await run(before);
    const heights: bigint[] = [];
    const note = () => heights.push(chain.devnet.height);
    await run('beforeEach');
    await chain.devnet.mine({ blocks: 2 });
    const outer = chain.nodeLog;
    await run('beforeEach');
    expect(chain.nodeLog).toBe(outer);
    await chain.devnet.mine({ blocks: 4 });
    for (let count = 0; count < 2; count++) {
      note();
      await run('afterEach');
    }
    note();
    await run('beforeEach');
    expect(chain.nodeLog).not.toBe(outer);
    await run('afterEach');
    await run(after);
    expect(heights).toEqual([7n, 3n, 1n]);
    expect(() => chain.devnet).toThrow('is not running');
  });

  it('has its log printed after a failed test of node:test and Mocha, and no other', async () => {
    const print = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => print.mockRestore());
    const { register, run } = aFramework(['before', 'after']);
    const chain = testDevnet(register);
    await run('before');
    onTestFinished(() => run('after'));
    const printed = async (context: unknown, self?: unknown): Promise<number> => {
      print.mockClear();
      await run('beforeEach');
      await chain.provider.request({ method: 'eth_gasPrice' });
      await run('afterEach', context, self);
      return print.mock.calls.length;
    };
    expect([await printed({ error: null }), await printed({}), await printed(undefined)]).toEqual([0, 0, 0]);
    expect(await printed({ error: new Error('on purpose') })).toBe(1);
    expect(print.mock.calls).toEqual([[expect.stringContaining("the node's log:\neth_gasPrice")]]);
    const states = ['passed', 'failed'].map((state) => ({ currentTest: { state } }));
    expect([await printed(undefined, states[0]), await printed(undefined, states[1])]).toEqual([0, 1]);
  });

  it('has the log of no test after one whose revert failed', async () => {
    const { register, run } = aFramework(['before', 'after']);
    const chain = testDevnet(register);
    await run('before');
    onTestFinished(() => run('after'));
    const id = await chain.devnet.snapshot();
    await run('beforeEach');
    await chain.devnet.revert(id);
    await expect(run('afterEach')).rejects.toThrow('cannot revert the changes of the test');
    const { length } = chain.nodeLog.entries;
    await chain.provider.request({ method: 'eth_gasPrice' });
    expect(chain.nodeLog.entries).toHaveLength(length);
  });
});

describe('the servers of the global set-up', () => {
  /** Starts servers as vitest does, with log files in a folder of the test. */
  async function started(devnetOptions: DevnetOptions, maxWorkers: number) {
    const temporary = mkdtempSync(join(tmpdir(), 'halley-parts-'));
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(temporary, { recursive: true });
    });
    let servers: readonly ServerFacts[] = [];
    const project = {
      getProvidedContext: () => ({ devnetOptions }),
      ...{ config: { maxWorkers }, vitest: { config: { maxWorkers: 5 } } },
      provide: (_: string, given: readonly ServerFacts[]) => (servers = given),
    };
    const close = await setUp(project as unknown as TestProject);
    return { close, servers: () => servers, left: () => readdirSync(temporary) };
  }

  it('are one for each worker of the project, where the options say, and write their logs until they close', async () => {
    const also: LogEntry[] = [];
    const jsonRpc = { address: '127.0.0.2:0' };
    const { close, servers, left } = await started({ jsonRpc, rpc: false, log: (entry) => void also.push(entry) }, 2);
    const [first, second] = servers() as [ServerFacts, ServerFacts];
    expect(servers()).toHaveLength(2);
    expect([first.urls.evmHttp?.startsWith('http://127.0.0.2:'), first.urls.cometRpc]).toEqual([true, undefined]);
    await requester(second.urls.evmHttp as string)('eth_gasPrice');
    expect([first, second].map(({ logFile }) => readFileSync(logFile, 'utf8'))).toEqual(['', 'eth_gasPrice\n']);
    expect(also).toMatchObject([{ type: 'call', method: 'eth_gasPrice' }]);
    expect(left()).toHaveLength(1);
    await close();
    expect(left()).toEqual([]);
    await expect(requester(first.urls.evmHttp as string)('eth_gasPrice')).rejects.toThrow('fetch failed');
  });

  it('are all closed when one does not start', async () => {
    const port = await freePort();
    const address = `127.0.0.1:${port}`;
    // The second server finds the port of the first in use.
    await expect(started({ jsonRpc: { address } }, 2)).rejects.toThrow(`${address} is in use`);
    const again = createServer();
    await new Promise<void>((resolve, reject) => again.on('error', reject).listen(port, '127.0.0.1', resolve));
    again.close();
  });

  it('have the log of a test from its beginning, of the worker that runs it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'halley-parts-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const files = [0, 1, 2].map((index) => join(folder, `${index}.log`));
    for (const file of files) writeFileSync(file, `é before ${file}\n`);
    vi.stubEnv('VITEST_POOL_ID', '2');
    const provided = inject('halleyServers');
    const state = (globalThis as unknown as { __vitest_worker__: { providedContext: Record<string, unknown> } })
      .__vitest_worker__;
    state.providedContext['halleyServers'] = files.map((logFile) => ({ logFile, urls: {} }));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      state.providedContext['halleyServers'] = provided;
    });
    const received = serverLog();
    for (const [index, file] of files.entries()) appendFileSync(file, `é during ${index}\n`);
    expect(received()).toBe('é during 1');
    expect(() => openServer()).toThrow('set an address in devnetOptions.jsonRpc');
  });
});
