/** Tests that every chain of a devnet has separate endpoints. */
import { createServer, type Server } from 'node:net';
import { GetNodeInfoResponse } from 'cosmjs-types/cosmos/base/tendermint/v1beta1/query';
import { expect, it, onTestFinished } from 'vitest';
import { countedAddress } from '../../../src/devnet/chains/counterparty.js';
import { startDevnet } from '../../../src/devnet/devnet.js';
import { createDevnet, type DevnetChain, type DevnetOptions } from '../../../src/devnet/index.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { framed } from '../../../src/rpc/grpc/framing.js';
import { evmCall } from '../../cli/run.js';
import { call, connected } from '../../server/grpc/client.js';
import { freePort, freePortsInARow } from '../../support/ports.js';

const CHAINS = [{ id: 'hub-1' }, { id: 'dex-1' }];

async function start(options: DevnetOptions) {
  const devnet = await createDevnet({ seed: '7', chains: CHAINS, listenOnAllChains: true, ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

it('answers gRPC for each chain', async () => {
  const devnet = await start({ grpc: true });
  for (const { chainId, urls } of devnet.chains) {
    const session = connected(urls.grpc as string, onTestFinished);
    const { messages } = await call(
      session,
      '/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo',
      framed(EMPTY_BYTES),
    );
    expect(GetNodeInfoResponse.decode(messages[0] as Uint8Array).defaultNodeInfo?.network).toBe(chainId);
  }
});

it('answers REST for each chain, at counted ports, and describes each to Keplr', async () => {
  const first = await freePortsInARow(21);
  const devnet = await start({ api: { address: `127.0.0.1:${first}` }, rpc: true, registry: true });
  const own = [...devnet.chains].map(({ chainId, urls }) => [chainId, urls.api]);
  expect(own[2]).toEqual(['dex-1', `http://127.0.0.1:${first + 20}`]);
  for (const [chainId, api] of own) {
    const info = await fetch(`${api}/cosmos/base/tendermint/v1beta1/node_info`);
    expect(await info.json()).toMatchObject({ default_node_info: { network: chainId } });
    const keplr = await fetch(`${devnet.urls.registry}/${chainId}/keplr.json`);
    expect(await keplr.json()).toMatchObject({
      chainId,
      rest: api,
      rpc: devnet.chains.get(`${chainId}`).urls.cometRpc,
    });
  }
});

const occupied = (port: number): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server));
  });

const ask = (chain: DevnetChain, method: string, params: unknown[] = []): Promise<unknown> =>
  evmCall(chain.urls.evmHttp ?? null, method, params);

it('listens for each chain on ports counted up by ten, and on a free port instead of one in use', async () => {
  const first = await freePortsInARow(21);
  const taken = await occupied(first + 10);
  onTestFinished(() => void taken.close());
  const devnet = await start({ jsonRpc: { address: `127.0.0.1:${first}` }, rpc: true });
  const [own, hub, dex] = [...devnet.chains].map(({ urls }) => urls);
  expect([own?.evmHttp, dex?.evmHttp]).toEqual([`http://127.0.0.1:${first}`, `http://127.0.0.1:${first + 20}`]);
  expect(new Set([own, hub, dex].flatMap((urls) => [urls?.evmHttp, urls?.cometRpc])).size).toBe(6);
  for (const chain of devnet.chains) {
    expect(BigInt((await ask(chain, 'eth_chainId')) as string)).toBe(chain.evmChainId);
    const status = (await (await fetch(`${chain.urls.cometRpc}/status`)).json()) as {
      result: { node_info: { network: string } };
    };
    expect(status.result.node_info.network).toBe(chain.chainId);
  }
});

it('leaves no server open when it cannot start', async () => {
  const port = await freePort();
  const options: DevnetOptions = { jsonRpc: { address: `127.0.0.1:${port}` } };
  const onRuntime = (): void => {
    throw new Error('after the servers');
  };
  await expect(startDevnet(options, { onRuntime })).rejects.toThrow('after the servers');
  const devnet = await start(options);
  expect(devnet.urls.evmHttp).toBe(`http://127.0.0.1:${port}`);
});

it('counts no port beyond the last one', () => {
  const addresses = ['127.0.0.1:65515', '127.0.0.1:65516', '[::1]:8545/', '127.0.0.1:0', 'unix:///run/a.sock'];
  expect(addresses.map((address) => countedAddress(address, 2, 'dex-1'))).toEqual([
    '127.0.0.1:65535',
    '127.0.0.1:0',
    '[::1]:8565/',
    '127.0.0.1:0',
    'unix:///run/a.sock.dex-1',
  ]);
});

it('mines, sends and steps on each chain through its endpoint alone', async () => {
  const devnet = await start({ jsonRpc: true });
  const [own, hub] = [...devnet.chains] as [DevnetChain, DevnetChain];
  const before = own.height;
  const height = hub.height;
  await ask(hub, 'evm_mine');
  expect(hub.height).toBe(height + 1n);
  await ask(hub, 'halley_setMiningMode', ['step']);
  const [from, to] = (await ask(hub, 'eth_accounts')) as string[];
  const hash = await ask(hub, 'eth_sendTransaction', [{ from, to, value: '0x1' }]);
  expect(await ask(hub, 'eth_getTransactionReceipt', [hash])).toBeNull();
  await ask(hub, 'halley_step', ['height']);
  expect(await ask(hub, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' });
  expect(own.height).toBe(before);
});

it('serves the other chains with the settings of the first one', async () => {
  const devnet = await start({ jsonRpc: { address: true, namespaces: ['eth', 'txpool'] } });
  const hub = devnet.chains.get('hub-1');
  expect(await ask(hub, 'txpool_status')).toEqual({ pending: '0x0', queued: '0x0' });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'web3_clientVersion', params: [] });
  const answer = await fetch(hub.urls.evmHttp as string, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(await answer.json()).toMatchObject({ error: { code: -32601 } });
});

it('opens nothing for other chains without the option', async () => {
  const devnet = await start({ jsonRpc: true, rpc: true, listenOnAllChains: false });
  expect(devnet.chains.get('hub-1').urls).toMatchObject({ evmHttp: undefined, cometRpc: undefined, cometRpcAll: [] });
});
