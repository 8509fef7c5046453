import { afterEach, expect, it } from 'vitest';
import type { Devnet, DevnetOptions } from '../../../src/devnet/index.js';
import { addressOn, balance, HUB, OWN, startNetwork, transfer, voucher } from '../../devnet/chains/relay_kit.js';
import { ask } from '../../support/ask.js';

const STRANGER = '0x00000000000000000000000000000000000000a1';
const ALONE = { chains: [], channels: [] };

const open: Devnet[] = [];
afterEach(async () => {
  for (const devnet of open.splice(0)) await devnet.close();
});

async function start(network?: object, options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await startNetwork(network, { registry: true, rpc: true, jsonRpc: true, ...options });
  open.push(devnet);
  return devnet;
}

async function get(devnet: Devnet, path: string): Promise<{ status: number; json: Record<string, unknown> }> {
  const response = await fetch(`${devnet.urls.registry}${path}`);
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

async function credit(
  devnet: Devnet,
  body: unknown,
  { path = '/credit', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<[number, string]> {
  const response = await fetch(`${devnet.urls.registry}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return [response.status, await response.text()];
}

const weiOf = async (devnet: Devnet, address: string): Promise<bigint> =>
  BigInt(await ask<string>(devnet, 'eth_getBalance', address, 'latest'));

const height = async (devnet: Devnet): Promise<number> => Number(await ask<string>(devnet, 'eth_blockNumber'));

it("describes the chain in the chain registry's form, with the servers that listen", async () => {
  const devnet = await start(ALONE);
  const { json } = await get(devnet, '/chain.json');
  expect(json).toMatchObject({
    chain_name: 'halley',
    chain_id: OWN,
    bech32_prefix: 'halley',
    slip44: 60,
    staking: { staking_tokens: [{ denom: 'ahalley' }] },
    apis: {
      rpc: [{ address: devnet.urls.cometRpc, provider: 'Halley' }],
      'evm-http-jsonrpc': [{ address: devnet.urls.evmHttp, provider: 'Halley' }],
    },
  });
});

it('gives the base fee of the next block as the lowest gas price', async () => {
  const devnet = await start(ALONE);
  await ask(devnet, 'hardhat_setNextBlockBaseFeePerGas', '0x3b9aca07');
  const { json } = await get(devnet, '/chain.json');
  expect(json['fees']).toMatchObject({ fee_tokens: [{ denom: 'ahalley', low_gas_price: 1_000_000_007 }] });
});

it('lists a coin with its units, and a voucher with the channel that it came through', async () => {
  const devnet = await start();
  await transfer(devnet, { from: OWN, to: HUB, channel: 'channel-3', denom: 'ahalley', amount: 1000n });
  await devnet.relayer.settled();
  const own = await get(devnet, '/assetlist.json');
  expect(own.json['assets']).toMatchObject([
    {
      denom_units: [
        { denom: 'ahalley', exponent: 0 },
        { denom: 'halley', exponent: 18 },
      ],
      type_asset: 'sdk.coin',
      base: 'ahalley',
      display: 'halley',
      symbol: 'HALLEY',
    },
  ]);
  const there = await get(devnet, '/hub/assetlist.json');
  expect(there.json['assets']).toContainEqual(
    expect.objectContaining({
      type_asset: 'ics20',
      base: voucher('transfer/channel-10/ahalley'),
      traces: [
        {
          type: 'ibc',
          counterparty: { chain_name: 'halley', base_denom: 'ahalley', channel_id: 'channel-3' },
          chain: { channel_id: 'channel-10', path: 'transfer/channel-10/ahalley' },
        },
      ],
    }),
  );
});

it('answers for each chain, by its name and by its id', async () => {
  const devnet = await start();
  const byName = await get(devnet, '/hub/chain.json');
  expect(byName.json).toMatchObject({ chain_name: 'hub', chain_id: HUB, apis: {} });
  expect(await get(devnet, `/${HUB}/chain.json`)).toEqual(byName);
  expect(await get(devnet, '/moon/chain.json')).toMatchObject({ status: 404 });
  const { json } = await get(devnet, '/');
  expect(json).toMatchObject({ chains: [{ chain_id: OWN }, { chain_id: HUB }] });
});

it('credits ten coins to hex and to bech32 addresses, each in a block of its own', async () => {
  const devnet = await start(ALONE);
  const before = await height(devnet);
  expect(await credit(devnet, { address: STRANGER, denom: 'ahalley' })).toEqual([200, 'ok']);
  expect(await height(devnet)).toBe(before + 1);
  expect(await weiOf(devnet, STRANGER)).toBe(10n * 10n ** 18n);
  const had = await balance(devnet, OWN, 'ahalley', 2);
  expect(await credit(devnet, { address: addressOn(devnet, OWN, 2), denom: 'ahalley' })).toEqual([200, 'ok']);
  expect(await balance(devnet, OWN, 'ahalley', 2)).toBe(had + 10n * 10n ** 18n);
});

it('credits the amount of the setting on the chain that the path names, and nowhere else', async () => {
  const devnet = await start(undefined, { registry: { address: true, creditAmount: 3 } });
  const before = await height(devnet);
  const had = await balance(devnet, HUB, 'uhub', 4);
  expect(await credit(devnet, { address: addressOn(devnet, HUB, 4), denom: 'uhub' }, { path: '/hub/credit' })).toEqual([
    200,
    'ok',
  ]);
  expect(await balance(devnet, HUB, 'uhub', 4)).toBe(had + 3_000_000n);
  expect(await height(devnet)).toBe(before);
});

it('answers at once where blocks are made on request, and the coins come with the next one', async () => {
  const devnet = await start(ALONE, { miningMode: 'manual' });
  const had = await balance(devnet, OWN, 'ahalley', 1);
  const before = await height(devnet);
  expect(await credit(devnet, { address: addressOn(devnet, OWN, 1), denom: 'ahalley' })).toEqual([200, 'ok']);
  expect(await height(devnet)).toBe(before);
  await devnet.mine();
  expect(await balance(devnet, OWN, 'ahalley', 1)).toBe(had + 10n * 10n ** 18n);
});

it('waits for the block in which the coins are, where blocks come by themselves', async () => {
  const devnet = await start(ALONE, { miningMode: 'interval:20ms' });
  const had = await balance(devnet, OWN, 'ahalley', 1);
  expect(await credit(devnet, { address: addressOn(devnet, OWN, 1), denom: 'ahalley' })).toEqual([200, 'ok']);
  expect(await balance(devnet, OWN, 'ahalley', 1)).toBe(had + 10n * 10n ** 18n);
});

it('forgets a credit with a revert', async () => {
  const devnet = await start(ALONE);
  const snapshot = await ask(devnet, 'evm_snapshot');
  const before = await get(devnet, '/chain.json');
  await credit(devnet, { address: STRANGER, denom: 'ahalley' });
  expect(await get(devnet, '/chain.json')).not.toEqual(before);
  await ask(devnet, 'evm_revert', snapshot);
  expect(await weiOf(devnet, STRANGER)).toBe(0n);
  expect(await get(devnet, '/chain.json')).toEqual(before);
});

it.each([
  [{ address: 'halley1zz', denom: 'ahalley' }, 400, 'Address is not in the expected format for this chain.'],
  [{ address: '0x0102', denom: 'ahalley' }, 400, 'Address is not in the expected format for this chain.'],
  [{ address: STRANGER, denom: 'uosmo' }, 422, 'Token is not available. Available tokens are: ahalley'],
  [{ address: 7, denom: 'ahalley' }, 400, "Property 'address' must be a string."],
  [{ address: '', denom: 'ahalley' }, 400, "Property 'address' must not be empty."],
  [{ address: STRANGER }, 400, "Property 'denom' must be a string."],
  [[STRANGER], 400, 'Request body must be a dictionary.'],
  ['{', 400, 'Request body must be a dictionary.'],
])('refuses the credit %j as the faucet of CosmJS does', async (body, status, text) => {
  const devnet = await start(ALONE);
  const before = await height(devnet);
  expect(await credit(devnet, body)).toEqual([status, text]);
  expect(await height(devnet)).toBe(before);
});

it('refuses pages of foreign origins, other methods and other content types', async () => {
  const devnet = await start(ALONE);
  const body = { address: STRANGER, denom: 'ahalley' };
  const [foreign] = await credit(devnet, body, { headers: { origin: 'https://evil.example' } });
  expect(foreign).toBe(403);
  expect(await credit(devnet, body, { headers: { 'content-type': 'text/plain' } })).toEqual([
    415,
    'Content-type application/json expected',
  ]);
  const read = await fetch(`${devnet.urls.registry}/credit`);
  expect([read.status, await read.text()]).toEqual([405, 'This endpoint requires a POST request']);
  const posted = await fetch(`${devnet.urls.registry}/chain.json`, { method: 'POST', body: '{}' });
  expect(posted.status).toBe(405);
  expect(await weiOf(devnet, STRANGER)).toBe(0n);
});

it('has no faucet on a chain without dev methods', async () => {
  const devnet = await start(ALONE, { genesis: 'ethermint', chains: [] });
  const [status, text] = await credit(devnet, { address: STRANGER, denom: 'ahalley' });
  expect([status, text]).toEqual([403, 'This chain has no faucet: its genesis does not enable dev methods']);
});
