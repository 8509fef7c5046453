import { expect, it } from 'vitest';
import { bannerJson, bannerText } from '../../src/cli/banner.js';
import { createDevnet, type DevnetChains } from '../../src/devnet/index.js';
import { NO_URLS } from '../../src/devnet/listeners.js';
import { HUB, OWN, startNetwork } from '../devnet/chains/relay_kit.js';

const ONE = {
  ids: ['halley_1-1'],
  get: () => ({ denom: 'ahalley', bech32Prefix: 'halley', gasPrice: '7ahalley' }),
} as unknown as DevnetChains;

it('writes a chain id of any size as a number with all its digits', () => {
  const urls = { ...NO_URLS, evmHttp: 'http://127.0.0.1:1', evmHttpAll: ['http://127.0.0.1:1'] };
  const chain = { chains: ONE, chainId: 'halley_1-1', evmChainId: 2n ** 64n - 1n };
  const line = bannerJson({ accounts: [], cosmosAccounts: [], fork: undefined, ...chain, urls });
  expect(line).toMatch(/^\{"chainId":"halley_1-1","evmChainId":18446744073709551615,"denom":.*\}\n$/);
  expect(JSON.parse(line)).toMatchObject({ chainId: 'halley_1-1', urls: { evmHttp: urls.evmHttp, assets: null } });
});

it('lists several chains, and each channel between them once', async () => {
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

it('does not mention chains when there is only one', async () => {
  await using devnet = await createDevnet({ seed: '7' });
  expect(bannerText(devnet)).not.toContain('Channels');
  expect(JSON.parse(bannerJson(devnet))).not.toHaveProperty('chains');
});

it('explains how to enable traces where a loopback listener has them off', async () => {
  await using devnet = await createDevnet({ seed: '7', jsonRpc: { address: true } });
  const enabled = ['eth', 'net', 'web3'];
  expect(bannerText(devnet, enabled).split('\n')).toContain(
    'Traces         debug_trace… is off: start with --json-rpc.api=eth,net,web3,debug (or all)',
  );
  expect(bannerText(devnet)).toContain(
    'Traces         debug_trace… is on for Foundry and Hardhat; for other programs ',
  );
  for (const namespaces of [['all'], ['eth', 'debug']]) expect(bannerText(devnet, namespaces)).not.toContain('Traces');
  const urls = { ...devnet.urls, evmHttp: 'http://192.0.2.1:8545' };
  expect(bannerText({ ...devnet, urls }, enabled)).not.toContain('Traces');
});

it('shows coin, prefix, coin types, a gas price, and the bech32 address of each account', async () => {
  await using devnet = await createDevnet({ seed: '7' });
  const text = bannerText(devnet);
  expect(text).toContain('Coin           ahalley, in addresses halley1…\n');
  expect(text).toContain('Gas price      2000000000ahalley (for Cosmos transactions)\n');
  expect(text).toContain("(coin type 60, m/44'/60'/0'/0/i)");
  for (const { bech32 } of devnet.accounts) expect(text).toContain(bech32);
  const shown = devnet.cosmosAccounts.filter(({ address }) => text.includes(address));
  expect(shown).toHaveLength(3);
  expect(text).toContain("(coin type 118, m/44'/118'/0'/0/i)");
  expect(text).toContain('and 17 more: halley accounts');
  expect(JSON.parse(bannerJson(devnet))).toMatchObject({
    denom: 'ahalley',
    bech32Prefix: 'halley',
    gasPrice: '2000000000ahalley',
    accounts: [{ bech32: devnet.accounts[0]?.bech32 }, ...Array(19).fill({})],
    cosmosAccounts: [{ address: devnet.cosmosAccounts[0]?.address, balance: `${10n ** 22n}` }, ...Array(19).fill({})],
  });
});
