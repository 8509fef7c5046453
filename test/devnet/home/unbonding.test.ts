/** Restarts and reverts a devnet while stake leaves one validator and moves to another; takes coins from its pools. */
import { encodeFunctionData, parseAbi } from 'viem';
import { expect, it } from 'vitest';
import { operatorText } from '../../../src/app/modules/staking/addresses.js';
import { derivedOperator } from '../../../src/app/modules/staking/operator.js';
import { BONDED_POOL, NOT_BONDED_POOL } from '../../../src/app/modules/staking/pools.js';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { STAKING } from '../../app/support/precompile_abi.js';
import { dev } from '../../app/support/wallet.js';
import { asking } from '../../support/ask.js';
import { temporaryHome } from '../node_kit.js';

const abi = parseAbi([
  'function delegate(address, string, uint256) returns (bool)',
  'function undelegate(address, string, uint256) returns (int64)',
  'function redelegate(address, string, string, uint256) returns (int64)',
]);
const { address: from } = dev(2);
const PERIOD_SECONDS = 21 * 86_400;

const operator = (devnet: Devnet, index: number): string =>
  operatorText(derivedOperator(fromHex(devnet.validators[index]?.address.replace('0x', '') ?? '')), 'halley');

async function send(devnet: Devnet, data: `0x${string}`): Promise<void> {
  expect(await attempt(devnet, { to: STAKING, data })).toBe(true);
}

/** Sends a transaction, and returns whether it succeeded. */
async function attempt(devnet: Devnet, transaction: Record<string, string>): Promise<boolean> {
  const hash = await asking(devnet)('eth_sendTransaction', { from, gas: '0x2dc6c0', ...transaction });
  const receipt = await asking(devnet)('eth_getTransactionReceipt', hash);
  return (receipt as { status: string }).status === '0x1';
}

async function begin(devnet: Devnet): Promise<void> {
  const [a, b] = [operator(devnet, 0), operator(devnet, 1)];
  await send(devnet, encodeFunctionData({ abi, functionName: 'delegate', args: [from, a, 17n * 10n ** 18n] }));
  await send(devnet, encodeFunctionData({ abi, functionName: 'undelegate', args: [from, a, 3n * 10n ** 18n] }));
  await send(devnet, encodeFunctionData({ abi, functionName: 'redelegate', args: [from, a, b, 5n * 10n ** 18n] }));
}

/** Ends everything, and returns what the chain then is. */
async function finish(devnet: Devnet): Promise<unknown> {
  const ask = asking(devnet);
  const before = BigInt((await ask('eth_getBalance', from, 'latest')) as string);
  await devnet.time.increase(PERIOD_SECONDS + 60);
  await devnet.mine({ blocks: 3 });
  expect(BigInt((await ask('eth_getBalance', from, 'latest')) as string)).toBe(before + 3n * 10n ** 18n);
  const pools = [BONDED_POOL, NOT_BONDED_POOL].map(({ address }) => ask('eth_getBalance', to0x(address), 'latest'));
  return [devnet.height, devnet.validators.map(({ tokens }) => tokens), await Promise.all(pools)];
}

const open = (options: DevnetOptions = {}): Promise<Devnet> => createDevnet({ seed: 'unbonding', ...options });

it('a kill and a restart, or a detour and a revert, end as neither does', async () => {
  await using straight = await open();
  await begin(straight);
  const expected = await finish(straight);

  const home = await temporaryHome();
  const first = await open({ home });
  await begin(first);
  await first.close();
  await using second = await createDevnet({ home });
  expect(await finish(second)).toEqual(expected);

  await using winding = await open();
  await begin(winding);
  const ask = asking(winding);
  const snapshot = await ask('evm_snapshot');
  const a = operator(winding, 0);
  await send(winding, encodeFunctionData({ abi, functionName: 'undelegate', args: [from, a, 10n ** 18n] }));
  await winding.time.increase(2 * PERIOD_SECONDS);
  await winding.mine({ blocks: 2 });
  await ask('evm_revert', snapshot);
  expect(await finish(winding)).toEqual(expected);
});

it('a pool whose coins somebody took refuses what it cannot pay, and the chain continues', async () => {
  await using devnet = await open();
  await begin(devnet);
  const ask = asking(devnet);
  const coins = async (address: Uint8Array) => BigInt((await ask('eth_getBalance', to0x(address), 'latest')) as string);
  for (const { address } of [BONDED_POOL, NOT_BONDED_POOL]) {
    const pool = to0x(address);
    await expect(ask('hardhat_setBalance', pool, '0x0')).rejects.toThrow('the module computes its balance');
    // CALLER SELFDESTRUCT
    await ask('hardhat_setCode', pool, '0x33ff');
    expect(await attempt(devnet, { to: pool })).toBe(true);
    expect(await coins(address)).toBe(0n);
  }
  const [a, b] = [operator(devnet, 0), operator(devnet, 1)];
  const undelegate = encodeFunctionData({ abi, functionName: 'undelegate', args: [from, a, 2n * 10n ** 18n] });
  expect(await attempt(devnet, { to: STAKING, data: undelegate })).toBe(false);
  // Tokens between bonded validators move without coins of a pool.
  await send(devnet, encodeFunctionData({ abi, functionName: 'redelegate', args: [from, a, b, 10n ** 18n] }));
  // What a block moves or burns by itself is no more than there is.
  await ask('halley_addFault', { type: 'equivocate', node: 3 });
  await devnet.mine({ blocks: 6 });
  expect(devnet.validators.filter(({ jailed }) => jailed)).toHaveLength(1);
  const balance = BigInt((await ask('eth_getBalance', from, 'latest')) as string);
  await devnet.time.increase(PERIOD_SECONDS + 60);
  await devnet.mine({ blocks: 2 });
  expect(BigInt((await ask('eth_getBalance', from, 'latest')) as string)).toBe(balance);
  // A pool that can pay again lets all of it go with the next entry.
  await send(devnet, encodeFunctionData({ abi, functionName: 'delegate', args: [from, a, 7n * 10n ** 18n] }));
  await send(devnet, undelegate);
});
