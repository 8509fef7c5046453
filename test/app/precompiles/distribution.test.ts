/** Calls the precompile of distribution from accounts and contracts, and compares it with the queries. */
import { type Abi, decodeErrorResult, decodeEventLog, decodeFunctionResult, encodeFunctionData, toHex } from 'viem';
import { beforeAll, expect, it } from 'vitest';
import { MsgDelegate } from '../../../src/app/modules/staking/messages/MsgDelegate.js';
import { derivedOperator } from '../../../src/app/modules/staking/operator.js';
import { bech32Address, checksumAddress } from '../../../src/app/types/address.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { TestChain } from '../support/chain.js';
import { deliver, packed, signCosmos, textOf } from '../support/cosmos.js';
import { ANY_PAGE, DISTRIBUTION, DISTRIBUTION_ABI } from '../support/precompile_abi.js';
import { type TestValidator, validatorsOf } from '../support/validators.js';
import { COIN, type Dev, dev, sign } from '../support/wallet.js';

beforeAll(installFastCrypto);

const [A, B] = validatorsOf(10n, 30n) as [TestValidator, TestValidator];
const [alice, bob] = [dev(0), dev(3)];
const operator = ({ address }: TestValidator): string => bech32Address(derivedOperator(address), 'halleyvaloper');
const hexOperator = ({ address }: TestValidator): string => checksumAddress(derivedOperator(address));
const coin = (amount: bigint) => ({ denom: 'ahalley', amount });

/** Opens a chain on which Alice has half of A's 20 tokens and half of B's 60. */
async function open(): Promise<TestChain> {
  const chain = await TestChain.open({
    validators: [A, B],
    edit: (state) => {
      state['distribution'] = {};
      state['feemarket'] = { params: { no_base_fee: true, base_fee: '0' } };
    },
  });
  const messages = [A, B].map((to) =>
    packed(MsgDelegate.message, {
      delegatorAddress: textOf(alice),
      validatorAddress: operator(to),
      amount: { denom: 'ahalley', amount: (to.power * COIN).toString() },
    }),
  );
  await deliver(chain, signCosmos(chain, alice, messages, { fee: 0n }));
  return chain;
}

async function read(chain: TestChain, functionName: string, args: readonly unknown[]): Promise<unknown> {
  const input = fromHex(encodeFunctionData({ abi: DISTRIBUTION_ABI as Abi, functionName, args }));
  const outcome = await chain.app.evm.call({ to: fromHex(DISTRIBUTION), input }, chain.height);
  if (outcome.type !== 'success') return expect.fail(JSON.stringify(outcome, (_, value) => String(value)));
  return decodeFunctionResult({ abi: DISTRIBUTION_ABI as Abi, functionName, data: toHex(outcome.returnData) });
}

/** Sends a transaction to the precompile, without a fee. Returns its error, its result and its logs. */
async function send(chain: TestChain, from: Dev, functionName: string, args: readonly unknown[]) {
  const data = encodeFunctionData({ abi: DISTRIBUTION_ABI as Abi, functionName, args });
  const prices = { gas: 1_000_000n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
  const { outcomes } = await chain.mine(await sign(chain, from, { to: DISTRIBUTION, data, ...prices }));
  const { vmError, ret, logs } = outcomes[0] ?? expect.fail();
  if (vmError !== '') return { error: String(decodeErrorResult({ abi: [], data: toHex(ret) }).args), logs };
  return {
    error: undefined,
    result: decodeFunctionResult({ abi: DISTRIBUTION_ABI as Abi, functionName, data: toHex(ret) }),
    logs: logs.map((log) => {
      const topics = log.topics.map((topic) => toHex(topic)) as [`0x${string}`];
      const { eventName, args: values } = decodeEventLog({ abi: DISTRIBUTION_ABI, topics, data: toHex(log.data) });
      return [eventName, values];
    }),
  };
}

const deposit = (chain: TestChain, to: TestValidator, amount: bigint) =>
  send(chain, bob, 'depositValidatorRewardsPool', [bob.address, operator(to), [coin(amount)]]);

it('pays rewards into the balance of the caller, with a log', async () => {
  const chain = await open();
  // A tenth is commission; Alice has half of the rest.
  expect((await deposit(chain, A, 4_000_000n)).logs).toEqual([
    [
      'DepositValidatorRewardsPool',
      { depositor: bob.address, validatorAddress: hexOperator(A), denom: 'ahalley', amount: 4_000_000n },
    ],
  ]);
  const rewards = [{ ...coin(1_800_000n * COIN), precision: 18 }];
  expect(await read(chain, 'delegationRewards', [alice.address, operator(A)])).toEqual(rewards);
  expect(await read(chain, 'delegationTotalRewards', [alice.address])).toEqual([
    expect.arrayContaining([{ validatorAddress: operator(A), reward: rewards }]),
    rewards,
  ]);
  expect(await read(chain, 'validatorCommission', [operator(A)])).toEqual([
    { ...coin(400_000n * COIN), precision: 18 },
  ]);
  expect(await read(chain, 'validatorOutstandingRewards', [operator(A)])).toEqual([
    { ...coin(4_000_000n * COIN), precision: 18 },
  ]);
  expect(await read(chain, 'validatorDistributionInfo', [operator(A)])).toEqual({
    operatorAddress: bech32Address(derivedOperator(A.address), 'halley'),
    selfBondRewards: rewards,
    commission: [{ ...coin(400_000n * COIN), precision: 18 }],
  });
  const before = chain.balance(alice.bytes);
  expect(await send(chain, alice, 'withdrawDelegatorRewards', [alice.address, operator(A)])).toEqual({
    error: undefined,
    result: [coin(1_800_000n)],
    logs: [
      [
        'WithdrawDelegatorReward',
        { delegatorAddress: alice.address, validatorAddress: hexOperator(A), amount: 1_800_000n },
      ],
    ],
  });
  expect(chain.balance(alice.bytes) - before).toBe(1_800_000n);
});

it('claims from all validators, to the account that the caller names', async () => {
  const chain = await open();
  await deposit(chain, A, 4_000_000n);
  await deposit(chain, B, 6_000_000n);
  const named = await send(chain, alice, 'setWithdrawAddress', [alice.address, dev(5).address]);
  expect(named.logs).toEqual([['SetWithdrawerAddress', { caller: alice.address, withdrawerAddress: textOf(dev(5)) }]]);
  expect(await read(chain, 'delegatorWithdrawAddress', [alice.address])).toBe(textOf(dev(5)));
  const before = chain.balance(dev(5).bytes);
  const claimed = await send(chain, alice, 'claimRewards', [alice.address, 10]);
  expect(claimed.logs).toEqual([['ClaimRewards', { delegatorAddress: alice.address, amount: 4_500_000n }]]);
  expect(chain.balance(dev(5).bytes) - before).toBe(4_500_000n);
});

it('takes coins into the community pool', async () => {
  const chain = await open();
  const { logs } = await send(chain, bob, 'fundCommunityPool', [bob.address, [coin(77n)]]);
  expect(logs).toEqual([['FundCommunityPool', { depositor: bob.address, denom: 'ahalley', amount: 77n }]]);
  expect(await read(chain, 'communityPool', [])).toEqual([{ ...coin(77n * COIN), precision: 18 }]);
});

it('reverts for others than the caller, and changes nothing', async () => {
  const chain = await open();
  await deposit(chain, A, 4_000_000n);
  const before = chain.balance(alice.bytes);
  const other = `msg.sender address ${bob.address} does not match the requester address ${alice.address}`;
  const calls: readonly (readonly [string, readonly unknown[], string])[] = [
    ['withdrawDelegatorRewards', [alice.address, operator(A)], other],
    ['claimRewards', [alice.address, 3], other],
    ['claimRewards', [bob.address, 201], 'maxRetrieve (201) parameter exceeds the maximum number of validators (200)'],
    ['setWithdrawAddress', [alice.address, bob.address], other],
    ['fundCommunityPool', [alice.address, [coin(1n)]], other],
    [
      'withdrawValidatorCommission',
      [operator(A)],
      `msg.sender address ${bob.address} does not match the requester address ${hexOperator(A)}`,
    ],
    ['withdrawDelegatorRewards', [bob.address, operator(A)], 'no delegation for (address, validator) tuple'],
  ];
  for (const [name, args, error] of calls) expect(await send(chain, bob, name, args)).toEqual({ error, logs: [] });
  expect(chain.balance(alice.bytes)).toBe(before);
  expect(await read(chain, 'validatorSlashes', [operator(A), 0n, 9n, ANY_PAGE])).toEqual([
    [],
    { nextKey: '0x', total: 0n },
  ]);
});
