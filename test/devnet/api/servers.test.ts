/** Tests the options of a devnet's servers through their sockets. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { aCertificate } from '../../server/certificate.js';
import { freePort } from '../../support/ports.js';

async function start(options: DevnetOptions): Promise<Devnet> {
  const devnet = await createDevnet({ seed: 'servers', miningMode: 'manual', ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Sends one request; `fetch` would choose Host and Origin by itself. */
async function ask(url: string | undefined, options: object = {}, body?: string): Promise<Answer> {
  const secure = url?.startsWith('https') ?? false;
  const sent = (secure ? requestTls : request)(url ?? '', { agent: false, rejectUnauthorized: false, ...options });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks).toString() };
}

const CHAIN_ID = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' });
const post = (url: string | undefined, body = CHAIN_ID) =>
  ask(url, { method: 'POST', headers: { 'content-type': 'application/json' } }, body);

/** Returns whether a page of this origin may open a WebSocket. */
async function opens(url: string | undefined, origin: string): Promise<boolean> {
  const socket = new WebSocket(url ?? '', { origin });
  const opened = await new Promise<boolean>((resolve) => {
    socket.on('open', () => resolve(true));
    socket.on('error', () => resolve(false));
  });
  socket.terminate();
  return opened;
}

test('the CometBFT RPC reports where it listens, on all its addresses', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'halley-socket-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'rpc.sock');
  const { urls } = await start({ rpc: { address: `tcp://127.0.0.1:0,unix://${path}` }, moniker: 'mine' });
  const { node_info } = JSON.parse((await ask(`${urls.cometRpc}/status`)).body).result;
  expect(node_info.moniker).toBe('mine');
  expect(node_info.other.rpc_address).toBe(`${urls.cometRpc?.replace('http', 'tcp')},unix://${path}`);
  expect(urls.cometRpcAll).toEqual([urls.cometRpc, `unix://${path}`]);
});

test('no server responds after the devnet is closed', async () => {
  const { urls, close } = await start({ jsonRpc: { address: true, wsAddress: true }, rpc: true, assets: true });
  await close();
  for (const url of [urls.evmHttp, urls.evmWs?.replace('ws', 'http'), urls.cometRpc, urls.assets])
    await expect(ask(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('an address in use is named with its flag, and no server stays open', async () => {
  const taken = new URL((await start({ rpc: true })).urls.cometRpc ?? '').host;
  const cases: [DevnetOptions, string][] = [
    [{ jsonRpc: { address: taken } }, '--json-rpc.address'],
    [{ jsonRpc: { wsAddress: taken } }, '--json-rpc.ws-address'],
    [{ rpc: { address: taken } }, '--rpc.laddr'],
    [{ assets: { address: taken } }, '--assets.address'],
  ];
  for (const [options, flag] of cases)
    await expect(start(options)).rejects.toMatchObject({
      code: 'address-in-use',
      message: expect.stringContaining(flag),
    });
  const free = `127.0.0.1:${await freePort()}`;
  const both = { jsonRpc: { address: free }, assets: { address: taken } };
  await expect(start(both)).rejects.toThrow('--assets.address');
  expect((await start({ jsonRpc: { address: free } })).urls.evmHttp).toBe(`http://${free}`);
});

test('an address for WebSockets alone serves no HTTP requests', async () => {
  const { urls } = await start({ jsonRpc: { address: true, wsAddress: true } });
  expect(urls.evmWs).not.toBe(urls.evmHttp?.replace('http', 'ws'));
  expect((await post(urls.evmHttp)).body).toContain('0x7a69');
  expect((await post(urls.evmWs?.replace('ws', 'http'))).status).toBe(400);
});

test('limits of the servers are those of the options', async () => {
  const few = { server: { bodyBytes: 100 } };
  const { urls } = await start({
    jsonRpc: { address: true, ...few },
    rpc: { address: true, limits: { bodyBytes: 120 } },
  });
  const long = (length: number) => CHAIN_ID.replace('1,', `1,${' '.repeat(length)}`);
  expect((await post(urls.evmHttp)).status).toBe(200);
  expect((await post(urls.evmHttp, long(100))).status).toBe(413);
  // This is the engine's own error.
  expect((await post(urls.cometRpc, long(10))).body).toContain('-32601');
  expect(await post(urls.cometRpc, long(200))).toMatchObject({
    status: 400,
    body: expect.stringContaining('too large'),
  });
});

test('pages open WebSockets of the EVM from the given origins', async () => {
  const page = 'https://dapp.example';
  const { urls } = await start({ jsonRpc: { address: true } });
  const { urls: own } = await start({ jsonRpc: { address: true, webSocketOrigins: ['dapp.example'] } });
  expect([await opens(urls.evmWs, page), await opens(own.evmWs, page)]).toEqual([false, true]);
  expect(await opens(urls.evmWs, 'http://localhost:3000')).toBe(true);
});

test('pages reach the CometBFT RPC from the origins of its CORS, and from no other', async () => {
  const page = 'https://dapp.example';
  const cors = (...origins: string[]) => ({ rpc: { address: true, cors: { origins, methods: [], headers: [] } } });
  const [closed, one, all] = [await start({ rpc: true }), await start(cors(page)), await start(cors('*'))];
  const ws = ({ urls }: Devnet) => `${urls.cometRpc?.replace('http', 'ws')}/websocket`;
  for (const [devnet, mayRead] of [
    [closed, false],
    [one, true],
    [all, true],
  ] as const) {
    const { headers } = await ask(`${devnet.urls.cometRpc}/health`, { headers: { origin: page } });
    expect(headers['access-control-allow-origin'] !== undefined).toBe(mayRead);
    expect(await opens(ws(devnet), page)).toBe(mayRead);
    expect(await opens(ws(devnet), 'http://localhost:3000')).toBe(true);
  }
  // Somebody's domain name points at this machine. Where every page may read, it gains nothing.
  const rebound = { headers: { host: 'rebound.example' } };
  const [shut, open] = [
    await ask(`${one.urls.cometRpc}/health`, rebound),
    await ask(`${all.urls.cometRpc}/health`, rebound),
  ];
  expect([shut.status, open.status]).toEqual([403, 200]);
});

test('a preflight of the CometBFT RPC returns the server’s time, as in a node', async () => {
  const { urls } = await start({ rpc: { address: true, cors: { origins: ['*'], methods: [], headers: [] } } });
  const asks = { origin: 'https://dapp.example', 'access-control-request-method': 'POST' };
  const { status, headers } = await ask(`${urls.cometRpc}/`, { method: 'OPTIONS', headers: asks });
  expect(status).toBe(204);
  expect(headers['x-server-time']).toMatch(/^\d{10}$/);
});

test('the CometBFT RPC is served over TLS when it has a certificate', async () => {
  const { certFile, keyFile, folder } = aCertificate();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { urls } = await start({ rpc: { address: true, tls: { certFile, keyFile } } });
  expect(urls.cometRpc).toMatch(/^https:/);
  expect((await ask(`${urls.cometRpc}/health`)).status).toBe(200);
});
