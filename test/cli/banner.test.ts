import { expect, it } from 'vitest';
import { restLine } from '../../src/cli/account_lines.js';
import { bannerJson, bannerText } from '../../src/cli/banner.js';
import { paintOf } from '../../src/cli/log/log.js';
import { DEVELOPMENT_MNEMONIC } from '../../src/config/development_accounts.js';
import { COLOURED, createDevnet, type DevnetChains, PLAIN } from '../../src/devnet/index.js';
import { NO_URLS } from '../../src/devnet/listeners.js';
import { HUB, OWN, startNetwork } from '../devnet/chains/relay_kit.js';

const ONE = {
  ids: ['halley_1-1'],
  get: () => ({ denom: 'ahalley', bech32Prefix: 'halley', gasPrice: '7ahalley' }),
} as unknown as DevnetChains;

const MANUAL = { type: 'manual' } as const;

it('writes a chain id of any size as a number with all its digits', () => {
  const urls = { ...NO_URLS, evmHttp: 'http://127.0.0.1:1', evmHttpAll: ['http://127.0.0.1:1'] };
  const chain = { chains: ONE, chainId: 'halley_1-1', evmChainId: 2n ** 64n - 1n, miningMode: MANUAL };
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

it('has the block and the chain of a fork, and the mnemonic that it was given', () => {
  const fork = { url: 'http://node', blockNumber: 17n, blockHash: '0xab', chainId: 5n } as const;
  const chain = { chains: ONE, chainId: 'halley_1-1', evmChainId: 6n, miningMode: MANUAL };
  const facts = { accounts: [], cosmosAccounts: [], fork, ...chain };
  const urls = { ...NO_URLS, evmHttp: 'http://[::1]:1', evmHttpAll: ['http://[::1]:1', 'http://192.0.2.1:1'] };
  expect(JSON.parse(bannerJson({ ...facts, urls }, 'one two'))).toMatchObject({
    ...{ evmChainId: 6, mnemonic: 'one two', fork: { url: 'http://node', blockNumber: '17', chainId: '5' } },
  });
  const text = bannerText({ ...facts, urls }, { namespaces: ['eth'] });
  expect(text).toContain('Fork           http://node, block 17 (0xab)\n');
  expect(text).toContain('\nEVM JSON-RPC   http://[::1]:1\n               http://192.0.2.1:1\n');
  expect(text).toContain('start with --json-rpc.api=eth,debug');
});

it('says how many accounts it leaves out, if any', () => {
  expect([restLine(0, 0), restLine(0, 3), restLine(1, 0)].map(([line]) => line?.trim())).toEqual([
    undefined,
    "and 3 of CosmJS's default wallet (coin type 118): npx halley-devnet accounts",
    'and 1 more: npx halley-devnet accounts',
  ]);
});

it('explains how to enable traces where a loopback listener has them off', async () => {
  await using devnet = await createDevnet({ seed: '7', jsonRpc: { address: true } });
  const enabled = ['eth', 'net', 'web3'];
  expect(bannerText(devnet, { namespaces: enabled }).split('\n')).toContain(
    'Traces         debug_trace… is off: start with --json-rpc.api=eth,net,web3,debug (or all)',
  );
  expect(bannerText(devnet)).toContain(
    'Traces         debug_trace… is on for Foundry and Hardhat; for other programs ',
  );
  for (const namespaces of [['all'], ['eth', 'debug']])
    expect(bannerText(devnet, { namespaces })).not.toContain('Traces');
  const urls = { ...devnet.urls, evmHttp: 'http://192.0.2.1:8545' };
  expect(bannerText({ ...devnet, urls }, { namespaces: enabled })).not.toContain('Traces');
});

it('shows servers and mnemonic first, then the chain and ten accounts, in at most 30 lines', async () => {
  await using devnet = await createDevnet({
    ...{ seed: '7', jsonRpc: { address: true, wsAddress: true } },
    ...{ rpc: true, api: true, assets: true, dashboard: true, registry: true },
  });
  const text = bannerText(devnet, { namespaces: ['eth', 'net', 'web3'] });
  const lines = text.split('\n');
  expect(lines.length).toBeLessThanOrEqual(30);
  expect(lines.slice(1, 9).map((line) => line.slice(0, 15).trim())).toEqual([
    'EVM JSON-RPC',
    'EVM WebSocket',
    'CometBFT RPC',
    'REST',
    'Asset API',
    'Dashboard',
    'Faucet',
    'Mnemonic',
  ]);
  expect(lines[8]).toBe(`Mnemonic       ${DEVELOPMENT_MNEMONIC}`);
  expect(text).toContain('Coin           ahalley, in addresses halley1…\n');
  expect(text).toContain('Gas price      2000000000ahalley (for Cosmos transactions)\n');
  expect(text.match(/10000/g)).toHaveLength(1);
  expect(lines.filter((line) => /^ +\(\d+\) /.test(line))).toEqual(
    devnet.accounts
      .slice(0, 10)
      .map(({ address, privateKey, bech32 }, i) => `  (${i}) ${address}  ${privateKey}  ${bech32}`),
  );
  expect(lines).toContain(
    "      and 10 more, and 20 of CosmJS's default wallet (coin type 118): npx halley-devnet accounts",
  );
});

it('shows unequal balances in the lines, and no mnemonic of others', async () => {
  const key = `0x${'01'.repeat(32)}`;
  await using devnet = await createDevnet({ seed: '7', privateKeys: [key, `0x${'02'.repeat(32)}`] });
  const [own] = devnet.accounts;
  await devnet.provider.request({ method: 'anvil_setBalance', params: [own?.address, '0xde0b6b3a7640000'] });
  const text = bannerText(devnet, { newMnemonic: undefined });
  expect(text).toContain(`(0) ${own?.address}  ${key}  ${own?.bech32}  `);
  expect(text).not.toContain('Mnemonic');
  expect(bannerText(devnet, { newMnemonic: 'one two' })).toContain('Mnemonic       one two\n');
});

it('has all facts in JSON', async () => {
  await using devnet = await createDevnet({ seed: '7' });
  expect(JSON.parse(bannerJson(devnet))).toMatchObject({
    denom: 'ahalley',
    bech32Prefix: 'halley',
    gasPrice: '2000000000ahalley',
    accounts: [{ bech32: devnet.accounts[0]?.bech32 }, ...Array(19).fill({})],
    cosmosAccounts: [{ address: devnet.cosmosAccounts[0]?.address, balance: `${10n ** 22n}` }, ...Array(19).fill({})],
  });
  expect(JSON.parse(bannerJson(devnet))).not.toHaveProperty('mnemonic');
});

it('has colors in a terminal only, unless a flag or a variable says otherwise', async () => {
  const terminal = { isTTY: true, hasColors: () => true };
  const file = { isTTY: false, hasColors: () => false };
  expect(paintOf(terminal, 'auto', {})).toBe(COLOURED);
  expect(paintOf(file, 'auto', {})).toBe(PLAIN);
  expect(paintOf(terminal, 'auto', { NO_COLOR: '1' })).toBe(PLAIN);
  expect(paintOf(file, 'auto', { FORCE_COLOR: '1' })).toBe(COLOURED);
  expect(paintOf(terminal, 'auto', { FORCE_COLOR: '0' })).toBe(PLAIN);
  expect(paintOf(file, 'always', { NO_COLOR: '1' })).toBe(COLOURED);
  expect(paintOf(terminal, 'never', { FORCE_COLOR: '1' })).toBe(PLAIN);
  await using devnet = await createDevnet({ seed: '7' });
  expect(bannerText(devnet)).not.toContain('\u001b');
  expect(bannerText(devnet, { paint: COLOURED })).toContain('\u001b[1mMining');
});
