/** Faults of interfaces on the sockets of a devnet: who is hit, how they are counted, kept, reverted and asked for. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createDevnet, type Devnet, type DevnetOptions, fixedClock } from '../../../src/devnet/index.js';
import { post } from '../../support/ask.js';
import { START } from '../node_kit.js';
import { start } from './network_kit.js';

const send = (devnet: Devnet, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  fetch(devnet.urls.evmHttp ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const call = (method: string, id: unknown = 1, params: unknown[] = []) => ({ jsonrpc: '2.0', id, method, params });

const statuses = async (devnet: Devnet, times: number, method = 'eth_chainId'): Promise<number[]> => {
  const all: number[] = [];
  for (let i = 0; i < times; i++) all.push((await send(devnet, call(method))).status);
  return all;
};

/** Opens a WebSocket. `next` resolves to the next message as JSON, or to how it closed. */
async function open(url: string | undefined, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url ?? '', { headers });
  onTestFinished(() => socket.terminate());
  const arrived: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  const take = (message: unknown): void => {
    const receive = waiting.shift();
    if (receive === undefined) arrived.push(message);
    else receive(message);
  };
  socket.on('message', (data) => take(JSON.parse(String(data))));
  socket.on('close', (code) => take({ closed: code }));
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  // biome-ignore lint/suspicious/noExplicitAny: messages of any shape
  const next = (): Promise<any> =>
    arrived.length > 0 ? Promise.resolve(arrived.shift()) : new Promise((resolve) => waiting.push(resolve));
  return { socket, next, send: (message: unknown) => socket.send(JSON.stringify(message)) };
}

describe('a fault of an interface', () => {
  test('hits the requests that it selects, and no others', async () => {
    const devnet = await start();
    const id = await devnet.network.addFault({
      type: 'server-error',
      status: '503',
      methods: ['eth_get*', 'eth_chainId'],
      skip: 1,
      every: 2,
      times: 2,
    });
    expect(await statuses(devnet, 3, 'eth_blockNumber')).toEqual([200, 200, 200]);
    expect(await statuses(devnet, 8)).toEqual([200, 200, 503, 200, 503, 200, 200, 200]);
    await devnet.network.removeFault(id);
    expect(devnet.network.faults).toEqual([]);
    expect(await statuses(devnet, 4)).toEqual([200, 200, 200, 200]);
  });

  test('hits clients by header, and never the methods that control it', async () => {
    const devnet = await start();
    await devnet.network.addFault({ type: 'server-error', clients: ['header:User-Agent=ethers'] });
    expect((await send(devnet, call('eth_chainId'), { 'user-agent': 'viem/2' })).status).toBe(200);
    expect((await send(devnet, call('eth_chainId'), { 'user-agent': 'ethers/6' })).status).toBe(500);
    expect((await send(devnet, call('halley_faults'), { 'user-agent': 'ethers/6' })).status).toBe(200);
    await devnet.network.addFault({ type: 'server-error', status: '502', methods: ['halley_faults'] });
    expect((await send(devnet, call('halley_faults'))).status).toBe(502);
  });

  test('draws from the seed', async () => {
    const drawn = async (seed: string) => {
      const devnet = await start({ seed });
      await devnet.network.addFault({ type: 'server-error', percent: 30 });
      return statuses(devnet, 40);
    };
    const [a, b, c] = [await drawn('7'), await drawn('7'), await drawn('8')];
    expect(a).toEqual(b);
    expect(a).not.toEqual(c);
    const hits = a.filter((status) => status === 500).length;
    expect(hits).toBeGreaterThan(4);
    expect(hits).toBeLessThan(22);
  });

  test('answers the calls of a batch that it hits, with their own ids', async () => {
    const devnet = await start();
    await devnet.network.addFault({ type: 'method-not-found', methods: ['eth_gasPrice'] });
    const body = `[{"jsonrpc":"2.0","id":9007199254740993,"method":"eth_chainId"},{"jsonrpc":"2.0","id":"b","method":"eth_gasPrice","params":[]},{"jsonrpc":"2.0","method":"eth_gasPrice"}]`;
    const response = await fetch(devnet.urls.evmHttp ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(await response.text()).toBe(
      '[{"jsonrpc":"2.0","id":9007199254740993,"result":"0x7a69"},{"jsonrpc":"2.0","id":"b","error":{"code":-32601,"message":"the method eth_gasPrice does not exist/is not available"}}]',
    );
  });

  test('delays answers by a time that grows', async () => {
    const devnet = await start();
    await devnet.network.addFault({ type: 'slow', ms: 30, step: 40 });
    const took: number[] = [];
    for (let i = 0; i < 3; i++) {
      const began = performance.now();
      await send(devnet, call('eth_chainId'));
      took.push(performance.now() - began);
    }
    for (const [i, ms] of took.entries()) expect(ms).toBeGreaterThanOrEqual(28 + 40 * i);
  });

  test('acts over a WebSocket, also on one that was open before', async () => {
    const devnet = await start();
    const { send: ask, next } = await open(devnet.urls.evmWs);
    ask(call('eth_subscribe', 1, ['newHeads']));
    const { result: subscription } = await next();
    await devnet.network.addFault({ type: 'method-not-found', methods: ['eth_chainId'] });
    await devnet.network.addFault({ type: 'server-error', methods: ['eth_gasPrice'] });
    ask(call('eth_chainId', 2));
    expect(await next()).toMatchObject({ id: 2, error: { code: -32601 } });
    ask([call('eth_chainId', 'a'), call('eth_blockNumber', 'b')]);
    expect(await next()).toMatchObject([
      { id: 'a', error: { code: -32601 } },
      { id: 'b', result: '0x1' },
    ]);
    ask(call('eth_gasPrice', 3));
    expect(await next()).toMatchObject({ id: 3, error: { code: -32603, message: 'internal server error' } });
    await devnet.mine();
    expect(await next()).toMatchObject({ method: 'eth_subscription', params: { subscription } });
    ask(call('eth_subscribe', 4, ['newHeads']));
    expect(await next()).toMatchObject({ id: 4 });
  });

  test('acts on the CometBFT RPC: JSON-RPC, URIs and WebSocket', async () => {
    const devnet = await start();
    await devnet.network.addFault({ type: 'method-not-found', server: ['comet'], methods: ['status'] });
    await devnet.network.addFault({ type: 'server-error', server: ['comet'], methods: ['block'], status: '502' });
    expect(await post(devnet.urls.cometRpc, 'status', {})).toMatchObject({ id: 1, error: { code: -32601 } });
    const uri = await fetch(`${devnet.urls.cometRpc}/status`);
    expect(uri.status).toBe(500);
    expect(await uri.json()).toMatchObject({ id: -1, error: { code: -32601 } });
    const page = await fetch(`${devnet.urls.cometRpc}/v1/block?height=1`);
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html']);
    expect((await fetch(`${devnet.urls.cometRpc}/health`)).status).toBe(200);
    const { send: ask, next } = await open(`${devnet.urls.cometRpc?.replace('http', 'ws')}/websocket`);
    ask({ jsonrpc: '2.0', id: 5, method: 'subscribe', params: { query: "tm.event='NewBlock'" } });
    expect(await next()).toMatchObject({ id: 5, result: {} });
    ask({ jsonrpc: '2.0', id: 6, method: 'status', params: {} });
    expect(await next()).toMatchObject({ id: 6, error: { code: -32601 } });
    await devnet.mine();
    expect(await next()).toMatchObject({ id: 5, result: { query: "tm.event='NewBlock'" } });
    // The EVM JSON-RPC is another server.
    expect(await statuses(devnet, 1)).toEqual([200]);
  });

  test('breaks connections before, in the middle of and after the work', async () => {
    const devnet = await start();
    const [from, to] = devnet.accounts.map(({ address }) => address);
    const sending = call('eth_sendTransaction', 1, [{ from, to, value: '0x1', gas: '0x5208' }]);
    const lost = async (when: string) => {
      const header = { 'halley-fault': `reset(${when})` };
      const error = await send(devnet, sending, header).then(
        (response) => response.text().then(String, (failure: Error) => failure),
        (failure: Error) => failure,
      );
      const count = await devnet.provider.request({ method: 'eth_getTransactionCount', params: [from, 'latest'] });
      return { isBroken: error instanceof Error, count };
    };
    expect(await lost('before')).toEqual({ isBroken: true, count: '0x0' });
    expect(await lost('middle')).toEqual({ isBroken: true, count: '0x1' });
    expect(await lost('after')).toEqual({ isBroken: true, count: '0x2' });
    // The next request opens a connection of its own.
    expect(await statuses(devnet, 1)).toEqual([200]);
  });

  test('never answers a client, which leaves by itself', async () => {
    const devnet = await start();
    await devnet.network.addFault({ type: 'timeout', times: 1 });
    const leaving = fetch(devnet.urls.evmHttp ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call('eth_chainId')),
      signal: AbortSignal.timeout(50),
    });
    await expect(leaving).rejects.toThrow('timeout');
    expect(await statuses(devnet, 1)).toEqual([200]);
    await devnet.network.addFault({ type: 'timeout' });
    const waiting = send(devnet, call('eth_chainId')).catch((error: Error) => error);
    await post(devnet.urls.cometRpc, 'health', {});
    const began = performance.now();
    await devnet.close();
    expect(performance.now() - began).toBeLessThan(2000);
    expect(await waiting).toBeInstanceOf(Error);
  });

  test('acts on the routes of REST and of the asset API', async () => {
    const devnet = await start({ api: true, assets: true });
    const path = '/cosmos/base/tendermint/v1beta1/node_info';
    await devnet.network.addFault({ type: 'rate-limited', server: ['rest'], methods: ['/cosmos/base/*'] });
    const limited = await fetch(`${devnet.urls.api}${path}`);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await limited.json()).toMatchObject({ code: -32005, message: expect.stringContaining('rate limit') });
    expect((await fetch(`${devnet.urls.api}/cosmos/auth/v1beta1/params`)).status).toBe(200);
    await devnet.network.addFault({ type: 'server-error', server: ['assets'], status: '502' });
    expect((await fetch(`${devnet.urls.assets}/health`)).status).toBe(502);
    expect(await statuses(devnet, 1)).toEqual([200]);
  });

  test('is refused with the reason when it cannot be', async () => {
    const devnet = await start();
    const add = (fault: object) => devnet.network.addFault(fault as never);
    await expect(add({ type: 'slwo', ms: 1 })).rejects.toThrow('there is no fault "slwo" (did you mean "slow"?)');
    await expect(add({ type: 'slow' })).rejects.toThrow('fault "slow" has no "ms", expected milliseconds from 0');
    await expect(add({ type: 'slow', ms: 5, to: 4 })).rejects.toThrow('the longest time is 4 ms');
    await expect(add({ type: 'slow', ms: 5, server: ['grpc'] })).rejects.toThrow('"server" of fault "slow" is');
    await expect(add({ type: 'slow', ms: 5, clients: ['viem'] })).rejects.toThrow('expected a list of "header:NAME');
    expect(devnet.network.faults).toEqual([]);
  });
});

describe('the header Halley-Fault', () => {
  test('hits its own request, without any other fault', async () => {
    const devnet = await start();
    expect((await send(devnet, call('eth_chainId'), { 'halley-fault': 'server-error(503)' })).status).toBe(503);
    expect((await send(devnet, call('eth_chainId'), { 'Halley-Fault': 'server-error(status=502)' })).status).toBe(502);
    expect(await statuses(devnet, 1)).toEqual([200]);
    expect(devnet.network.faults).toEqual([]);
    const comet = await fetch(`${devnet.urls.cometRpc}/status`, { headers: { 'halley-fault': 'server-error' } });
    expect(comet.status).toBe(500);
  });

  test('is refused with the reason when it names no fault', async () => {
    const devnet = await start();
    const refusal = async (value: string) =>
      (await (await send(devnet, call('eth_chainId', 7), { 'halley-fault': value })).json()) as object;
    expect(await refusal('slwo(5)')).toMatchObject({
      id: 7,
      error: { code: -32602, message: expect.stringContaining('there is no fault "slwo" (did you mean "slow"?)') },
    });
    expect(await refusal('server-error(404)')).toMatchObject({
      error: { message: expect.stringContaining('"status"') },
    });
    expect(await refusal('equivocate(1)')).toMatchObject({
      error: { message: expect.stringContaining('acts between validators') },
    });
  });

  test('is for callers of this machine, and pages of it may send it', async () => {
    const devnet = await start();
    const foreign = await send(devnet, call('eth_chainId'), { 'halley-fault': 'slow(1)', origin: 'https://a.example' });
    expect(await foreign.json()).toMatchObject({
      error: { message: expect.stringContaining('callers of this machine') },
    });
    const preflight = await fetch(devnet.urls.evmHttp ?? '', {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,halley-fault',
      },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type,halley-fault');
    const page = await send(devnet, call('eth_chainId'), {
      'halley-fault': 'server-error',
      origin: 'http://localhost:3000',
    });
    expect([page.status, page.headers.get('access-control-allow-origin')]).toEqual([500, '*']);
  });

  test('holds for a whole WebSocket', async () => {
    const devnet = await start();
    const hit = await open(devnet.urls.evmWs, { 'halley-fault': 'method-not-found(methods=eth_chainId)' });
    const other = await open(devnet.urls.evmWs);
    for (const { send: ask } of [hit, other]) ask(call('eth_chainId'));
    expect(await hit.next()).toMatchObject({ error: { code: -32601 } });
    expect(await other.next()).toMatchObject({ result: '0x7a69' });
    await expect(open(devnet.urls.evmWs, { 'halley-fault': 'nothing' })).rejects.toThrow('400');
  });
});

describe('the counters of a fault', () => {
  test('go back with a snapshot, as if nothing had been between', async () => {
    const run = async (detour: boolean) => {
      const devnet = await start();
      await devnet.network.addFault({ type: 'server-error', percent: 40, times: 9 });
      const before = await statuses(devnet, 5);
      const snapshot = await devnet.snapshot();
      if (detour) {
        await statuses(devnet, 7);
        await devnet.network.removeFault(1);
        await devnet.network.addFault({ type: 'slow', ms: 1 });
        await devnet.mine();
        await devnet.revert(snapshot);
      }
      return {
        before,
        after: await statuses(devnet, 20),
        faults: devnet.network.faults.map(({ id, fault }) => ({ id, fault })),
      };
    };
    expect(await run(true)).toEqual(await run(false));
  });

  test('continue after a restart', async () => {
    const options = (home: string | undefined): DevnetOptions => ({
      ...{ home, seed: 'k', clock: fixedClock(START), jsonRpc: true },
      faults: ['server-error(502)', { type: 'server-error', percent: 40, times: 9 }],
    });
    const run = async (restarts: boolean) => {
      const home = restarts ? mkdtempSync(join(tmpdir(), 'halley-faults-')) : undefined;
      let devnet = await createDevnet(options(home));
      onTestFinished(() => devnet.close());
      await devnet.network.removeFault(1);
      const before = await statuses(devnet, 6);
      if (restarts) {
        await devnet.network.addFault({ type: 'slow', ms: 1 });
        await devnet.network.removeFault(3);
        await devnet.close();
        devnet = await createDevnet({ ...options(home), faults: undefined });
      }
      return { before, after: await statuses(devnet, 20) };
    };
    expect(await run(true)).toEqual(await run(false));
  });

  test('begin anew with a reset, which keeps the faults of the options', async () => {
    const devnet = await start({ faults: ['server-error:times=1'] });
    expect(await statuses(devnet, 2)).toEqual([500, 200]);
    await devnet.network.addFault({ type: 'server-error', status: '502', methods: ['eth_call'] });
    await post(devnet.urls.evmHttp, 'anvil_reset', []);
    expect(devnet.network.faults.map(({ fault }) => fault)).toEqual([{ type: 'server-error', times: 1 }]);
    expect(await statuses(devnet, 2)).toEqual([500, 200]);
  });
});
