/** Tests where a devnet in a program listens: nowhere, unless its options say so. */
import { afterEach, expect, test } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';

const NOWHERE = {
  evmHttp: undefined,
  evmHttpAll: [],
  evmWs: undefined,
  cometRpc: undefined,
  cometRpcAll: [],
  api: undefined,
  assets: undefined,
  dashboard: undefined,
  registry: undefined,
};
const open: Devnet[] = [];

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet(options);
  open.push(devnet);
  return devnet;
}

afterEach(async () => {
  for (const devnet of open.splice(0)) await devnet.close();
});

const servers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
const portOf = (url: string | undefined): number => Number(new URL(`${url}`).port);

async function chainIdAt(url: string | undefined): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' });
  return ((await (await fetch(`${url}`, { method: 'POST', headers, body })).json()) as { result: unknown }).result;
}

test('two devnets run side by side, without a socket', async () => {
  const before = servers();
  for (const options of [{}, { jsonRpc: false, rpc: false, assets: false }, { jsonRpc: {}, rpc: {}, assets: {} }])
    expect((await start(options)).urls).toEqual(NOWHERE);
  expect(servers()).toBe(before);
  expect(await open[0]?.provider.request({ method: 'eth_chainId' })).toBe('0x7a69');
});

test('true means a free port of this computer, another for each devnet', async () => {
  const devnets = [await start({ jsonRpc: true, rpc: true, assets: true }), await start({ jsonRpc: true })];
  const [one, two] = devnets.map(({ urls }) => urls);
  expect(two).toMatchObject({ cometRpc: undefined, assets: undefined });
  const ports = [one?.evmHttp, one?.cometRpc, one?.assets, two?.evmHttp].map(portOf);
  expect(new Set(ports).size).toBe(4);
  expect(ports.every((port) => port > 0)).toBe(true);
  expect([await chainIdAt(one?.evmHttp), await chainIdAt(two?.evmHttp)]).toEqual(['0x7a69', '0x7a69']);
  // WebSockets are upgraded there, unless they have a separate address.
  expect(one?.evmWs).toBe(one?.evmHttp?.replace('http', 'ws'));
});

test('each server listens at its address alone', async () => {
  const { urls } = await start({ jsonRpc: { wsAddress: true } });
  expect(urls).toEqual({ ...NOWHERE, evmWs: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+$/) });
  const several = await start({ rpc: { address: 'tcp://127.0.0.1:0,tcp://127.0.0.1:0' } });
  expect(several.urls.cometRpcAll).toHaveLength(2);
  expect(several.urls.evmHttp).toBeUndefined();
});

test('a provider is limited to its namespaces without a server', async () => {
  const devnet = await start({ jsonRpc: { namespaces: ['net'] } });
  expect(await devnet.provider.request({ method: 'net_version' })).toBe('31337');
  await expect(devnet.provider.request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: -32601 });
});

test('a server whose port is in use takes a free one if allowed, and otherwise names the flag', async () => {
  const first = await start({ rpc: true, assets: true, jsonRpc: true });
  const rpc = { address: `tcp://127.0.0.1:${portOf(first.urls.cometRpc)}` };
  const assets = { address: `127.0.0.1:${portOf(first.urls.assets)}` };
  const jsonRpc = { address: `127.0.0.1:${portOf(first.urls.evmHttp)}` };
  await expect(start({ rpc })).rejects.toThrow('with --rpc.laddr');
  const orFreePort = true;
  const { urls } = await start({
    rpc: { ...rpc, orFreePort },
    assets: { ...assets, orFreePort },
    jsonRpc: { ...jsonRpc, orFreePort },
  });
  for (const name of ['cometRpc', 'assets', 'evmHttp'] as const)
    expect(portOf(urls[name])).not.toBe(portOf(first.urls[name]));
  expect(await chainIdAt(urls.evmHttp)).toBe('0x7a69');
});

test('the EVM JSON-RPC listens on several addresses', async () => {
  const { urls } = await start({ jsonRpc: { address: '127.0.0.1:0,127.0.0.2:0' } });
  expect(urls.evmHttpAll).toHaveLength(2);
  expect(urls.evmHttp).toBe(urls.evmHttpAll[0]);
  expect(await Promise.all(urls.evmHttpAll.map(chainIdAt))).toEqual(['0x7a69', '0x7a69']);
});
