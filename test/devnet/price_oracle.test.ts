/** Tests the price oracle of `genesis/teaching.json` on a devnet, as users of a contract and of REST see it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeAbiParameters, encodeFunctionData, type Hex, hexToString, parseAbi } from 'viem';
import { expect, it, onTestFinished } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { ask } from '../support/ask.js';

const { halley: _, ...GENESIS } = JSON.parse(readFileSync('genesis/teaching.json', 'utf8'));
const CONTRACT = GENESIS.app_state.oracle.contract;
const ABI = parseAbi([
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
  'function description() view returns (string)',
]);

async function open(home?: string): Promise<Devnet> {
  const jsonRpc = { namespaces: ['eth', 'debug'] } as const;
  const options = { genesis: GENESIS, clock: 'virtual', validators: 4, jsonRpc } as const;
  const devnet = await createDevnet(home === undefined ? options : { ...options, home });
  onTestFinished(() => devnet.close());
  return devnet;
}

/** Returns height, price and time of the contract. */
async function feedOf(devnet: Devnet, block = 'latest') {
  const data = encodeFunctionData({ abi: ABI, functionName: 'latestRoundData' });
  const returned = await ask(devnet, 'eth_call', { to: CONTRACT, data }, block);
  const types = ABI[0].outputs;
  const [round, answer, , updatedAt] = decodeAbiParameters(types, returned);
  return { round, answer, updatedAt };
}

it('each block after the first extended one writes a price, which a contract shows', async () => {
  const devnet = await open();
  await devnet.mine({ blocks: 4 });
  const round = (block: string) => ask(devnet, 'eth_getStorageAt', CONTRACT, '0x2', block).then(Number);
  expect([await round('0x2'), await round('0x3'), devnet.height]).toEqual([0, 3, 5n]);
  const feed = await feedOf(devnet);
  const { timestamp, transactions } = await ask(devnet, 'eth_getBlockByNumber', 'latest', true);
  expect(feed).toEqual({ round: 5n, answer: expect.any(BigInt), updatedAt: BigInt(timestamp) });
  expect(transactions).toEqual([]);
  expect(Number(feed.answer) / 1e8 - 2000).toBeLessThan(42.2);
  const earlier = await feedOf(devnet, '0x4');
  expect(earlier.round).toBe(4n);
  expect(earlier.answer).not.toBe(feed.answer);
});

it('shows the extensions of a block, whose median is the price of the next one', async () => {
  const devnet = await open();
  await devnet.mine({ blocks: 4 });
  expect(await ask(devnet, 'halley_voteExtensions', '0x1')).toBeNull();
  expect(await ask(devnet, 'halley_voteExtensions', '0x6')).toBeNull();
  const votes: { validator: string; extension: Hex | null }[] = await ask(devnet, 'halley_voteExtensions', '0x4');
  expect(new Set(votes.map(({ validator }) => validator)).size).toBe(4);
  const prices = votes.flatMap(({ extension }) =>
    extension === null ? [] : BigInt(hexToString(extension).replace('.', '')),
  );
  expect(prices.length).toBeGreaterThanOrEqual(3);
  const sorted = prices.sort((a, b) => (a < b ? -1 : 1));
  expect((await feedOf(devnet, '0x5')).answer).toBe(sorted[1]);
  expect(await ask(devnet, 'halley_voteExtensions', 'latest')).toHaveLength(4);
});

it('follows the reference price, which a dapp developer may set', async () => {
  const devnet = await open();
  await devnet.mine({ blocks: 3 });
  await ask(devnet, 'hardhat_setStorageAt', CONTRACT, '0x4', `0x${(5n * 10n ** 8n).toString(16).padStart(64, '0')}`);
  await devnet.mine({ blocks: 3 });
  expect(Math.abs(Number((await feedOf(devnet)).answer) / 1e8 - 5)).toBeLessThan(5 * 0.0211);
});

it('goes on without prices while the reference price has more digits than an extension may have', async () => {
  const devnet = await open();
  await devnet.mine({ blocks: 3 });
  const setReference = (price: bigint) =>
    ask(devnet, 'hardhat_setStorageAt', CONTRACT, '0x4', `0x${price.toString(16).padStart(64, '0')}`);
  await setReference(2n ** 256n - 1n);
  await devnet.mine({ blocks: 3 });
  const { round } = await feedOf(devnet);
  expect(round).toBeLessThan(devnet.height);
  await setReference(7n * 10n ** 8n);
  await devnet.mine({ blocks: 3 });
  expect((await feedOf(devnet)).round).toBe(devnet.height);
});

it('a transaction of the same block sees the new price, and so does its trace', async () => {
  const devnet = await open();
  await devnet.mine({ blocks: 3 });
  const [from] = await ask(devnet, 'eth_accounts');
  const data = encodeFunctionData({ abi: ABI, functionName: 'latestRoundData' });
  const hash = await ask(devnet, 'eth_sendTransaction', { from, to: CONTRACT, data });
  const { blockNumber, transactionIndex } = await ask(devnet, 'eth_getTransactionReceipt', hash);
  expect(transactionIndex).toBe('0x0');
  const { output } = await ask(devnet, 'debug_traceTransaction', hash, { tracer: 'callTracer' });
  expect(decodeAbiParameters(ABI[0].outputs, output)[0]).toBe(BigInt(blockNumber));
});

it('a snapshot, a detour and a revert equal no detour', async () => {
  const [straight, detour] = [await open(), await open()];
  for (const devnet of [straight, detour]) await devnet.mine({ blocks: 4 });
  const snapshot = await ask(detour, 'evm_snapshot');
  await detour.mine({ blocks: 3 });
  await ask(detour, 'evm_revert', snapshot);
  for (const devnet of [straight, detour]) await devnet.mine({ blocks: 3 });
  expect(await feedOf(detour)).toEqual(await feedOf(straight));
  const hashes = [straight, detour].map(
    async (devnet) => (await ask(devnet, 'eth_getBlockByNumber', '0x8', false)).hash,
  );
  expect(await hashes[1]).toBe(await hashes[0]);
});

it('a restart goes on with the prices', async () => {
  const home = mkdtempSync(join(tmpdir(), 'halley-prices-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const first = await open(home);
  await first.mine({ blocks: 4 });
  await first.close();
  const second = await open(home);
  for (const height of [6n, 7n]) {
    await second.mine({ blocks: 1 });
    expect([second.height, (await feedOf(second)).round]).toEqual([height, height]);
  }
});
