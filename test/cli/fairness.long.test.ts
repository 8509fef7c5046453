/** Runs long calls through the built program's sockets: other clients are answered first, and signals are handled. */
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { evmCall, type Facts, FREE_PORTS, Running, temporaryFolder } from './run.js';

let running: Running;
let facts: Facts;

beforeEach(async () => {
  running = new Running(['start', '--json', ...FREE_PORTS]);
  facts = await running.facts();
});
afterEach(async () => void (await running.signal('SIGKILL')));

const message = (id: number, method: string, params: readonly unknown[]) => ({ jsonrpc: '2.0', id, method, params });

/** Describes a call of the precompile 0x09 with so many rounds. */
const blake2f = (rounds: number): unknown => ({
  to: `0x${'9'.padStart(40, '0')}`,
  data: `0x${rounds.toString(16).padStart(8, '0')}${'00'.repeat(209)}`,
});

const post = (body: unknown, url = facts.urls.evmHttp): Promise<Response> =>
  fetch(url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('while long calls run', () => {
  it('other clients are answered before a batch of them, and the batch is answered whole', async () => {
    const order: string[] = [];
    const batch = post([1, 2, 3].map((id) => message(id, 'eth_call', [blake2f(20_000_000), 'latest']))).then(
      async (response) => {
        order.push('batch');
        return (await response.json()) as { readonly id: number }[];
      },
    );
    for (let i = 0; i < 5; i++) {
      await evmCall(facts.urls.evmHttp, 'eth_blockNumber');
      order.push('blockNumber');
    }
    expect(await evmCall(facts.urls.evmHttp, 'eth_call', [blake2f(12), 'latest'])).toMatch(/^0x[0-9a-f]{128}$/);
    order.push('short call');
    expect((await batch).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(order).toEqual([...Array(5).fill('blockNumber'), 'short call', 'batch']);
  });

  it('two hundred on one connection do not delay a transaction and a call of another client', async () => {
    const socket = new WebSocket(`${facts.urls.evmWs}`);
    await once(socket, 'open');
    let answered = 0;
    socket.on('message', () => answered++);
    for (let id = 0; id < 200; id++)
      socket.send(JSON.stringify(message(id, 'eth_call', [blake2f(20_000_000), 'latest'])));
    const [from, to] = facts.accounts.map(({ address }) => address);
    const hash = await evmCall(facts.urls.evmHttp, 'eth_sendTransaction', [{ from, to, value: '0x1' }]);
    expect(await evmCall(facts.urls.evmHttp, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' });
    expect(await evmCall(facts.urls.evmHttp, 'eth_call', [{ from, to }, 'latest'])).toBe('0x');
    expect(answered).toBe(0);
    socket.terminate();
  });

  it('a long transaction does not delay reads', async () => {
    const order: string[] = [];
    const [from] = facts.accounts.map(({ address }) => address);
    const call = { ...(blake2f(24_000_000) as object), from, gas: '0x17d7840' };
    const mined = evmCall(facts.urls.evmHttp, 'eth_sendTransaction', [call]).then((hash) => {
      order.push('mined');
      return hash;
    });
    for (let i = 0; i < 5; i++) {
      expect(await evmCall(facts.urls.evmHttp, 'eth_blockNumber')).toBe('0x1');
      order.push('read');
    }
    const receipt = await evmCall(facts.urls.evmHttp, 'eth_getTransactionReceipt', [await mined]);
    expect(receipt).toMatchObject({ status: '0x1', blockNumber: '0x2' });
    expect(order).toEqual([...Array(5).fill('read'), 'mined']);
  });

  it('SIGTERM ends the process before they end', async () => {
    const batch = post([1, 2, 3].map((id) => message(id, 'eth_call', [blake2f(20_000_000), 'latest']))).catch(
      () => undefined,
    );
    await evmCall(facts.urls.evmHttp, 'eth_blockNumber');
    expect(await running.signal('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    expect(await batch).toBeUndefined();
  });
});

it('SIGTERM while a block executes ends the process with 0, and the chain continues at the next start', async () => {
  const start = (home: string) => new Running(['start', '--json', ...FREE_PORTS, `--home=${home}`]);
  const home = temporaryFolder();
  const first = start(home);
  const { urls, accounts } = await first.facts();
  const [from, to] = accounts.map(({ address }) => address);
  const hash = await evmCall(urls.evmHttp, 'eth_sendTransaction', [{ from, to, value: '0x1' }]);
  const long = { ...(blake2f(24_000_000) as object), from, gas: '0x17d7840' };
  const sent = post(message(1, 'eth_sendTransaction', [long]), urls.evmHttp).then((answer) => answer.json());
  while ((await evmCall(urls.evmHttp, 'eth_getTransactionCount', [from, 'pending'])) !== '0x2');
  expect(await first.signal('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(await sent).toMatchObject({ error: { message: 'Halley is closed' } });

  const second = start(home);
  const again = (await second.facts()).urls.evmHttp;
  expect(await evmCall(again, 'eth_getTransactionReceipt', [hash])).toMatchObject({ blockNumber: '0x2' });
  expect(await evmCall(again, 'eth_blockNumber')).toBe('0x2');
  expect(await evmCall(again, 'eth_sendTransaction', [{ from, to, value: '0x1' }])).toMatch(/^0x/);
  expect(await evmCall(again, 'eth_blockNumber')).toBe('0x3');
  expect(await second.signal('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

it("precompiles refuse invalid input with geth's messages", async () => {
  const call = async (to: number, data: string): Promise<string> => {
    const request = { to: `0x${to.toString(16).padStart(40, '0')}`, data };
    const answer = (await (await post(message(1, 'eth_call', [request, 'latest']))).json()) as {
      readonly error: { readonly message: string };
    };
    return answer.error.message;
  };
  expect(await call(9, '0x00')).toBe('invalid input length');
  expect(await call(8, '0x00')).toBe('bad elliptic curve pairing size');
  expect(await call(6, `0x${'00'.repeat(31)}01${'00'.repeat(31)}03`)).toBe('point is not on curve');
  expect(await call(10, '0x00')).toBe('invalid input length');
});
