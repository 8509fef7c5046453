/** A proxy before a devnet: what passes unchanged, what its faults change, and how it is controlled. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StargateClient } from '@cosmjs/stargate';
import { createPublicClient, http, keccak256, webSocket } from 'viem';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createDevnet, createProxy, type Devnet, type ProxyOptions } from '../../../src/devnet/index.js';
import { post } from '../../support/ask.js';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await createDevnet({ seed: 'proxied', jsonRpc: true, rpc: true, assets: false });
});
afterAll(() => devnet.close());

async function proxy(url: string | undefined = devnet.urls.evmHttp, options: ProxyOptions = {}) {
  const open = await createProxy(url ?? '', options);
  onTestFinished(() => open.close());
  return open;
}

const chainId = (url: string, headers = {}): Promise<unknown> => post(url, 'eth_chainId', [], headers);
const CHAIN_ID = { jsonrpc: '2.0', id: 1, result: '0x7a69' };

const status = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }))
    .status;
};

/** Starts a server that answers as the test says. Returns its URL and the requests that it got. */
async function server(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const got: IncomingMessage[] = [];
  const opened: Server = createServer((request, response) => {
    got.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    opened.closeAllConnections();
    opened.close();
  });
  return { url: `http://127.0.0.1:${(opened.address() as AddressInfo).port}`, got };
}

/** Returns the URL of a port at which nothing listens. */
async function closedUrl(): Promise<string> {
  const closing = createServer();
  await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
  const { port } = closing.address() as AddressInfo;
  await new Promise((resolve) => closing.close(resolve));
  return `http://127.0.0.1:${port}`;
}

async function socketTo(url: string) {
  const socket = new WebSocket(url);
  onTestFinished(() => socket.terminate());
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return (method: string, params: readonly unknown[] = []) =>
    new Promise<unknown>((resolve) => {
      socket.once('message', (data) => resolve(JSON.parse(String(data))));
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    });
}

describe('a proxy without faults', () => {
  it('passes requests of viem over both protocols, and subscriptions', async () => {
    const { url, webSocketUrl } = await proxy();
    const client = createPublicClient({ transport: http(url) });
    const live = createPublicClient({ transport: webSocket(webSocketUrl) });
    expect(await client.getChainId()).toBe(31337);
    const head = new Promise((resolve) => {
      const stop = live.watchBlockNumber({
        onBlockNumber: (number) => {
          stop();
          resolve(number);
        },
      });
    });
    await live.getChainId();
    const height = await devnet.mine();
    expect(await head).toBe(height);
    (await live.transport.getRpcClient()).close();
  });

  it('passes CosmJS to the CometBFT RPC over both protocols', async () => {
    const { server: kind, url, webSocketUrl } = await proxy(devnet.urls.cometRpc, { server: 'comet' });
    expect(kind).toBe('comet');
    for (const one of [url, webSocketUrl]) {
      const client = await StargateClient.connect(one);
      expect(await client.getHeight()).toBe(Number(devnet.height));
      client.disconnect();
    }
  });

  it('passes large bodies, and what the node answers to other requests', async () => {
    const { url } = await proxy();
    const data = `0x${'5a'.repeat(2_000_000)}` as const;
    expect((await post(url, 'web3_sha3', [data])).result).toBe(keccak256(data));
    const long = await server((request, response) => {
      if (request.url === '/gone')
        response.writeHead(404, { 'content-type': 'text/plain', 'x-node': 'yes' }).end('gone');
      else response.end('a'.repeat(20_000_000));
    });
    const before = await proxy(long.url);
    expect(await (await fetch(`${before.url}/long`)).text()).toHaveLength(20_000_000);
    const gone = await fetch(`${before.url}/gone`);
    expect([gone.status, gone.headers.get('x-node'), await gone.text()]).toEqual([404, 'yes', 'gone']);
  });

  it('keeps path, query and password of the URL, and shows none of them', async () => {
    const node = await server((_, response) => response.end('{}'));
    const { url } = await proxy(node.url.replace('//', '//user:word@').concat('/v2/secretkey?a=b'));
    await fetch(`${url}/more?c=d`);
    expect(node.got[0]?.url).toBe('/v2/secretkey/more?a=b&c=d');
    expect(node.got[0]?.headers.authorization).toBe(`Basic ${btoa('user:word')}`);
    const gone = await proxy('http://user:word@127.0.0.1:9/v2/secretkey');
    expect(JSON.stringify(await chainId(gone.url))).not.toMatch(/word|secretkey/);
  });

  it('ends WebSockets as the node does, with its code or without one', async () => {
    const node = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => void node.close());
    node.on('connection', (socket) =>
      socket.on('message', (text) => (String(text) === 'close' ? socket.close(4001, 'over') : socket.terminate())),
    );
    await new Promise((resolve) => node.on('listening', resolve));
    const { webSocketUrl } = await proxy(`http://127.0.0.1:${(node.address() as AddressInfo).port}`);
    const end = async (text: string): Promise<unknown> => {
      const socket = new WebSocket(webSocketUrl);
      socket.on('error', () => undefined).on('open', () => socket.send(text));
      return new Promise((resolve) => socket.on('close', resolve));
    };
    expect([await end('close'), await end('break')]).toEqual([4001, 1006]);
  });

  it('answers 502 in the dialect when the node cannot be reached', async () => {
    const closed = await closedUrl();
    const { url, webSocketUrl } = await proxy(closed);
    const message = `cannot reach ${closed}: nothing listens there`;
    expect(await status(url)).toBe(502);
    expect(await chainId(url)).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32603, message } });
    expect(await (await fetch(`${url}/status`)).text()).toBe(`${message}\n`);
    const socket = new WebSocket(webSocketUrl);
    const ended = await new Promise((resolve) => socket.once('close', (code, why) => resolve([code, String(why)])));
    expect(ended).toEqual([1011, message]);
  });
});

describe('the faults of a proxy', () => {
  it('hit requests, count them, and end', async () => {
    const open = await proxy(undefined, { faults: ['server-error:status=503,skip=1,times=2'] });
    const got: number[] = [];
    for (let i = 0; i < 5; i++) got.push(await status(open.url));
    expect(got).toEqual([200, 503, 503, 200, 200]);
    expect(open.faults).toMatchObject([{ id: 1, hits: 2 }]);
    open.removeFault(1);
    expect(open.faults).toEqual([]);
    expect(() => open.removeFault(1)).toThrow('there is no active fault 1');
  });

  it('are controlled over both protocols, past the faults themselves', async () => {
    const { url, webSocketUrl } = await proxy();
    const ask = await socketTo(webSocketUrl);
    const down = { type: 'server-error', status: '502' };
    expect(await post(url, 'halley_addFault', [down])).toMatchObject({ result: '0x1' });
    expect(await status(url)).toBe(502);
    expect(await ask('eth_chainId')).toMatchObject({ error: {} });
    expect(await ask('halley_faults')).toMatchObject({ result: [{ id: '0x1', hits: '0x2', fault: down }] });
    expect(await ask('halley_removeFault', ['0x1'])).toMatchObject({ result: null });
    expect(await ask('eth_chainId')).toEqual(CHAIN_ID);
    expect(await chainId(url)).toEqual(CHAIN_ID);
    const { result: menu } = await post(url, 'halley_faultMenu', []);
    expect(Object.keys(menu)).toEqual(expect.arrayContaining(['slow', 'server-error']));
    expect(Object.keys(menu)).not.toContain('equivocate');
  });

  it('are asked for by the header of one request, which the node does not get', async () => {
    const node = await server((_, response) => response.end(JSON.stringify(CHAIN_ID)));
    const { url } = await proxy(node.url);
    expect(await status(url, { 'halley-fault': 'server-error(503)' })).toBe(503);
    expect(await status(url, { 'halley-fault': 'slow(1ms)' })).toBe(200);
    expect(node.got.map(({ headers }) => headers['halley-fault'])).toEqual([undefined]);
  });

  it('default to the interface of the node', async () => {
    const { url } = await proxy(devnet.urls.cometRpc, { server: 'comet', faults: ['server-error:status=503'] });
    expect((await fetch(`${url}/status`)).status).toBe(503);
  });

  it.each([
    ['skew:node=1,ms=5', /fault "skew" changes the chain of a devnet, and http:.* is behind a proxy/],
    ['slwo:ms=5', /there is no fault "slwo"/],
    ['slow:ms=x', /"ms" of fault "slow" is "x"/],
  ])('refuse %s', async (fault, message) => {
    await expect(createProxy('127.0.0.1:9', { faults: [fault] })).rejects.toThrow(message);
    const { url, faults } = await proxy('127.0.0.1:9');
    const { error } = await post(url, 'halley_addFault', [{ type: fault.split(':')[0], node: 1, ms: 'x' }]);
    expect(error.code).toBe(-32602);
    expect(faults).toEqual([]);
  });

  it.each(['ftp://127.0.0.1', 'http://', 'http://127.0.0.1:99999'])('refuses the URL %s', async (url) => {
    await expect(createProxy(url)).rejects.toThrow(/URL/);
  });
});
