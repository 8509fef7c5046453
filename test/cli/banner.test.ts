import { expect, it } from 'vitest';
import { bannerJson, bannerText } from '../../src/cli/banner.js';
import { createDevnet, type DevnetChains } from '../../src/devnet/index.js';
import { HUB, OWN, startNetwork } from '../devnet/chains/relay_kit.js';

const ONE = { ids: ['halley_1-1'] } as unknown as DevnetChains;

it('writes a chain id of any size with all its digits, as a number', () => {
  const urls = {
    evmHttp: 'http://127.0.0.1:1',
    evmHttpAll: ['http://127.0.0.1:1'],
    evmWs: undefined,
    cometRpc: undefined,
    cometRpcAll: [],
    assets: undefined,
  };
  const line = bannerJson({ accounts: [], chains: ONE, chainId: 'halley_1-1', evmChainId: 2n ** 64n - 1n, urls });
  expect(line).toMatch(/^\{"chainId":"halley_1-1","evmChainId":18446744073709551615,"urls":.*\}\n$/);
  expect(JSON.parse(line)).toMatchObject({ chainId: 'halley_1-1', urls: { evmHttp: urls.evmHttp, assets: null } });
});

it('lists the chains of several, and each channel between them once', async () => {
  await using devnet = await startNetwork();
  const lines = bannerText(devnet).split('\n');
  expect(lines.filter((line) => line.includes('↔'))).toEqual([
    `  ${OWN} transfer/channel-3  ↔  ${HUB} transfer/channel-10  OPEN`,
  ]);
  expect(lines.find((line) => line.startsWith(`  ${HUB}`))).toContain(`${devnet.chains.get(HUB).evmChainId}`);
  expect(JSON.parse(bannerJson(devnet)).chains).toMatchObject([
    { chainId: OWN, evmChainId: '31337', channels: [{ channel: 'channel-3', state: 'OPEN' }] },
    { chainId: HUB, channels: [{ channel: 'channel-10', counterparty: { chain: OWN, channel: 'channel-3' } }] },
  ]);
  await devnet.relayer.stop();
  await devnet.closeChannel({ channel: 'channel-3' });
  expect(bannerText(devnet)).toContain('CLOSED, OPEN');
});

it('says nothing of chains where there is one', async () => {
  await using devnet = await createDevnet({ seed: '7' });
  expect(bannerText(devnet)).not.toContain('Channels');
  expect(JSON.parse(bannerJson(devnet))).not.toHaveProperty('chains');
});

it('says how traces are enabled where a loopback listener has them off', async () => {
  await using devnet = await createDevnet({ seed: '7', jsonRpc: { address: true } });
  const enabled = ['eth', 'net', 'web3'];
  expect(bannerText(devnet, enabled).split('\n')).toContain(
    'Traces         debug_trace… is off: start with --json-rpc.api=eth,net,web3,debug (or all)',
  );
  for (const namespaces of [['all'], ['eth', 'debug']]) expect(bannerText(devnet, namespaces)).not.toContain('Traces');
  const urls = { ...devnet.urls, evmHttp: 'http://192.0.2.1:8545' };
  const { accounts, chains, chainId, evmChainId, pace } = devnet;
  expect(bannerText({ accounts, chains, chainId, evmChainId, pace, urls }, enabled)).not.toContain('Traces');
});
