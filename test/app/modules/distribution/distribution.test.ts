/** Follows fees to validators, delegators and the community pool. */
import {
  MsgWithdrawValidatorCommission as TheirCommission,
  MsgFundCommunityPool as TheirFund,
  MsgSetWithdrawAddress as TheirSetAddress,
  MsgCommunityPoolSpend as TheirSpend,
  MsgWithdrawDelegatorReward as TheirWithdraw,
} from 'cosmjs-types/cosmos/distribution/v1beta1/tx';
import { MsgDelegate as TheirDelegate, MsgUndelegate as TheirUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Event, ExecTxResult } from '../../../../src/abci/application.js';
import { exportAppState } from '../../../../src/app/genesis.js';
import { FEE_COLLECTOR } from '../../../../src/app/modules/auth/fee_collector.js';
import { balanceOf } from '../../../../src/app/modules/bank/store.js';
import { MsgCommunityPoolSpend, MsgUpdateParams } from '../../../../src/app/modules/distribution/messages/pools.js';
import { distribution } from '../../../../src/app/modules/distribution/module.js';
import * as queries from '../../../../src/app/modules/distribution/queries/rewards.js';
import { MsgUpdateParams as MintUpdateParams } from '../../../../src/app/modules/mint/messages/MsgUpdateParams.js';
import { readMintParams } from '../../../../src/app/modules/mint/minter.js';
import { stakingProblem } from '../../../../src/app/modules/staking/invariants.js';
import { derivedOperator } from '../../../../src/app/modules/staking/operator.js';
import {
  COMMISSION,
  DISTRIBUTION,
  FEE_POOL,
  PARAMS,
  validatorKey,
} from '../../../../src/app/modules/staking/rewards/store.js';
import { GOV } from '../../../../src/app/sdk/module/authority.js';
import type { Query } from '../../../../src/app/sdk/query/define_query.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import type { Any } from '../../../../src/codec/cosmos/base.js';
import { messageToJson } from '../../../../src/codec/protobuf/json.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { type AppStateJson, TestChain } from '../../support/chain.js';
import { any, coins, signCosmos, textOf } from '../../support/cosmos.js';
import { contextOn } from '../../support/message_context.js';
import { doubleSign, type TestValidator, validatorsOf } from '../../support/validators.js';
import { COIN, type Dev, dev } from '../../support/wallet.js';

beforeAll(installFastCrypto);

const [A, B] = validatorsOf(10n, 30n) as [TestValidator, TestValidator];
const [alice, bob] = [dev(0), dev(3)];
const operatorOf = ({ address }: TestValidator) => derivedOperator(address);
const operator = (of: TestValidator): string => bech32Address(operatorOf(of), 'halleyvaloper');
const votes = [A, B].map(({ address, power }) => ({ validator: { address, power }, blockIdFlag: 2 as const }));

const open = (section: unknown = {}, edit?: (state: AppStateJson) => void): Promise<TestChain> =>
  TestChain.open({
    validators: [A, B],
    edit: (state) => {
      state['distribution'] = section;
      edit?.(state);
    },
  });

/** Commits a block with transactions after a commit of both validators. */
async function block(chain: TestChain, txs: readonly Uint8Array[] = [], more = {}) {
  const request = { ...chain.blockRequest(txs), decidedLastCommit: { round: 0, votes }, ...more };
  const response = await chain.app.finalizeBlock(request);
  await chain.app.commit();
  expect(stakingProblem(chain.state.latest)).toBeUndefined();
  expect(distribution.problem?.(chain.state.latest)).toBeUndefined();
  return response;
}

async function run(chain: TestChain, from: Dev, ...messages: readonly Any[]): Promise<ExecTxResult> {
  const { txResults } = await block(chain, [signCosmos(chain, from, messages)]);
  return txResults[0] as ExecTxResult;
}

const delegate = (from: Dev, to: TestValidator, amount: bigint): Any =>
  any(TheirDelegate, { delegatorAddress: textOf(from), validatorAddress: operator(to), amount: coins(amount)[0] });
const undelegate = (from: Dev, to: TestValidator, amount: bigint): Any =>
  any(TheirUndelegate, { delegatorAddress: textOf(from), validatorAddress: operator(to), amount: coins(amount)[0] });
const withdraw = (from: Dev, of: TestValidator): Any =>
  any(TheirWithdraw, { delegatorAddress: textOf(from), validatorAddress: operator(of) });

const attributes = (events: readonly Event[], wanted: string): unknown[] =>
  events
    .filter(({ type }) => type === wanted)
    .map((event) => Object.fromEntries(event.attributes.map(({ key, value }) => [key, value])));

/** Returns the answer of a query in protobuf's JSON. */
function ask({ state: { latest } }: TestChain, { request, response, handler }: Query, fields: object = {}): unknown {
  const bytes = handler(request.encode(fields), latest, {} as never);
  return bytes instanceof Promise ? bytes : messageToJson(response, bytes, new Map());
}

const rewardsOf = (chain: TestChain, from: Dev, of: TestValidator): unknown =>
  ask(chain, queries.DelegationRewards, { delegatorAddress: textOf(from), validatorAddress: operator(of) });

/** Opens a chain on which Alice has 10 of A's 20 tokens, and a fee of exactly 4,000,000 units waits to be allocated. */
async function withFee(): Promise<TestChain> {
  const chain = await open({ params: { community_tax: '0.02' } }, (state) => {
    state['feemarket'] = { params: { no_base_fee: true, base_fee: '0' } };
  });
  await block(chain, [signCosmos(chain, alice, [delegate(alice, A, 10n * COIN)], { fee: 0n })]);
  await block(chain, [signCosmos(chain, bob, [delegate(bob, B, 3n * COIN)], { fee: 4_000_000n })]);
  expect(balanceOf(chain.state.latest, FEE_COLLECTOR.address, 'ahalley')).toBe(4_000_000n);
  return chain;
}

describe('fees', () => {
  it('go to the validators of the last commit by power, less the tax of the community pool', async () => {
    const chain = await withFee();
    const { events } = await block(chain);
    expect(attributes(events, 'rewards')).toEqual([
      { amount: '980000.000000000000000000ahalley', validator: operator(A), mode: 'BeginBlock' },
      { amount: '2940000.000000000000000000ahalley', validator: operator(B), mode: 'BeginBlock' },
    ]);
    expect(attributes(events, 'commission')).toEqual([
      { amount: '98000.000000000000000000ahalley', validator: operator(A), mode: 'BeginBlock' },
      { amount: '294000.000000000000000000ahalley', validator: operator(B), mode: 'BeginBlock' },
    ]);
    expect(rewardsOf(chain, alice, A)).toEqual({
      rewards: [{ denom: 'ahalley', amount: '441000.000000000000000000' }],
    });
    expect(ask(chain, queries.CommunityPool)).toEqual({
      pool: [{ denom: 'ahalley', amount: '80000.000000000000000000' }],
    });
    expect(ask(chain, queries.ValidatorDistributionInfo, { validatorAddress: operator(A) })).toEqual({
      operator_address: bech32Address(operatorOf(A), 'halley'),
      self_bond_rewards: [{ denom: 'ahalley', amount: '441000.000000000000000000' }],
      commission: [{ denom: 'ahalley', amount: '98000.000000000000000000' }],
    });
    expect(balanceOf(chain.state.latest, DISTRIBUTION.address, 'ahalley')).toBe(4_000_000n);
  });

  it('are all of the community pool where nobody voted', async () => {
    const chain = await withFee();
    await block(chain, [], { decidedLastCommit: { round: 0, votes: [] } });
    expect(FEE_POOL.read(chain.state.latest).communityPool).toEqual([{ denom: 'ahalley', amount: 4_000_000n * COIN }]);
  });
});

describe('MsgWithdrawDelegatorReward', () => {
  it('pays a delegator what it has earned, once', async () => {
    const chain = await withFee();
    await block(chain);
    const before = chain.balance(alice.bytes);
    const { txResults } = await block(chain, [signCosmos(chain, alice, [withdraw(alice, A)], { fee: 0n })]);
    expect(attributes(txResults[0]?.events ?? [], 'withdraw_rewards')).toEqual([
      { amount: '441000ahalley', validator: operator(A), delegator: textOf(alice), msg_index: '0' },
    ]);
    expect(chain.balance(alice.bytes) - before).toBe(441_000n);
    const again = await block(chain, [signCosmos(chain, alice, [withdraw(alice, A)], { fee: 0n })]);
    expect(attributes(again.txResults[0]?.events ?? [], 'withdraw_rewards')).toMatchObject([{ amount: '0ahalley' }]);
    expect(chain.balance(alice.bytes) - before).toBe(441_000n);
  });

  it('is refused without a delegation, and without a validator', async () => {
    const chain = await open();
    expect(await run(chain, bob, withdraw(bob, A))).toMatchObject({
      codespace: 'staking',
      code: 19,
      log: expect.stringContaining('no delegation for (address, validator) tuple'),
    });
    const stranger = { delegatorAddress: textOf(bob), validatorAddress: bech32Address(bob.bytes, 'halleyvaloper') };
    expect(await run(chain, bob, any(TheirWithdraw, stranger))).toMatchObject({ codespace: 'staking', code: 3 });
  });
});

it('pays rewards before a delegation changes, to the account that the delegator names', async () => {
  const chain = await withFee();
  await block(chain);
  const set = any(TheirSetAddress, { delegatorAddress: textOf(alice), withdrawAddress: textOf(dev(5)) });
  const before = chain.balance(dev(5).bytes);
  const { txResults } = await block(chain, [signCosmos(chain, alice, [set, undelegate(alice, A, COIN)], { fee: 0n })]);
  expect(txResults[0]).toMatchObject({ code: 0 });
  expect(chain.balance(dev(5).bytes) - before).toBe(441_000n);
  expect(attributes(txResults[0]?.events ?? [], 'set_withdraw_address')).toEqual([
    { withdraw_address: textOf(dev(5)), msg_index: '0' },
  ]);
  expect(ask(chain, queries.DelegatorWithdrawAddress, { delegatorAddress: textOf(alice) })).toEqual({
    withdraw_address: textOf(dev(5)),
  });
  const blocked = { delegatorAddress: textOf(alice), withdrawAddress: bech32Address(DISTRIBUTION.address, 'halley') };
  expect(await run(chain, alice, any(TheirSetAddress, blocked))).toMatchObject({
    code: 4,
    log: expect.stringContaining('is not allowed to receive external funds: unauthorized'),
  });
});

it('takes coins into the community pool, and gives them to nobody but governance', async () => {
  const chain = await open();
  const fund = await run(chain, bob, any(TheirFund, { depositor: textOf(bob), amount: coins(77n) }));
  expect(fund).toMatchObject({ code: 0 });
  expect(ask(chain, queries.CommunityPool)).toEqual({ pool: [{ denom: 'ahalley', amount: '77.000000000000000000' }] });
  const spend = { authority: textOf(bob), recipient: textOf(bob), amount: coins(5n) };
  expect(await run(chain, bob, any(TheirSpend, spend))).toMatchObject({
    codespace: 'gov',
    code: 13,
    log: expect.stringContaining('expected gov account as only signer for proposal message'),
  });
});

it('lets governance spend from the community pool, as far as it goes, and set parameters', async () => {
  const chain = await open({}, (state) => {
    state['mint'] = {};
  });
  await run(chain, bob, any(TheirFund, { depositor: textOf(bob), amount: coins(77n) }));
  const context = await contextOn(chain);
  const authority = bech32Address(GOV.address, 'halley');
  const spend = (amount: bigint) =>
    MsgCommunityPoolSpend.handle({ authority, recipient: textOf(alice), amount: coins(amount) }, context);
  const before = balanceOf(context.state, alice.bytes, 'ahalley');
  spend(70n);
  expect(balanceOf(context.state, alice.bytes, 'ahalley') - before).toBe(70n);
  expect(() => spend(8n)).toThrow('community pool does not have sufficient coins to distribute');
  const params = PARAMS.read(context.state);
  MsgUpdateParams.handle({ authority, params: { ...params, communityTax: COIN / 4n } }, context);
  expect(PARAMS.read(context.state)).toEqual({ ...params, communityTax: COIN / 4n });
  const set = (changes: object) => () =>
    MsgUpdateParams.handle({ authority, params: { ...params, ...changes } }, context);
  expect(set({ communityTax: COIN + 1n })).toThrow('community tax too large: 1.000000000000000001');
  expect(set({ bonusProposerReward: 1n })).toThrow('cannot update base or bonus proposer reward');
  const mint = readMintParams(context.state);
  const setMint = (changes: object) => () =>
    MintUpdateParams.handle({ authority, params: { ...mint, ...changes } }, context);
  setMint({ blocksPerYear: 7n })();
  expect(readMintParams(context.state).blocksPerYear).toBe(7n);
  expect(setMint({ blocksPerYear: 0n })).toThrow('blocks per year must be positive: 0');
  expect(setMint({ goalBonded: 0n })).toThrow('goal bonded must be positive: 0.000000000000000000');
  expect(setMint({ inflationMax: 1n })).toThrow('must be greater than or equal to min inflation');
  expect(setMint({ inflationMin: -5n })).toThrow('min inflation cannot be negative: -0.000000000000000005');
});

it('divides the rewards of a delegation at a slash, and pays no more than is outstanding', async () => {
  const chain = await withFee();
  await block(chain, [], { misbehavior: [doubleSign(chain, A)] });
  const slashes = ask(chain, queries.ValidatorSlashes, {
    validatorAddress: operator(A),
    startingHeight: 0n,
    endingHeight: 99n,
    pagination: { key: new Uint8Array(), offset: 0n, limit: 0n, countTotal: false, reverse: false },
  });
  // The evidence takes 5% of the power 10, which is 2.5% of the tokens.
  expect(slashes).toMatchObject({ slashes: [{ fraction: '0.025000000000000000' }] });
  expect(rewardsOf(chain, alice, A)).toEqual({ rewards: [{ denom: 'ahalley', amount: '441000.000000000000000000' }] });
  const result = await run(chain, alice, withdraw(alice, A), undelegate(alice, A, 2n * COIN));
  expect(result).toMatchObject({ code: 0 });
});

it('starts a chain from an exported document with the same rewards', async () => {
  const chain = await withFee();
  await block(chain, [], { misbehavior: [doubleSign(chain, A, { height: 1n })] });
  await run(chain, bob, any(TheirSetAddress, { delegatorAddress: textOf(bob), withdrawAddress: textOf(alice) }));
  const { latest } = chain.state;
  const document = exportAppState(latest) as AppStateJson;
  const again = await TestChain.open({
    validators: [{ pubKey: B.pubKey, power: 33n }],
    edit: (state) => {
      for (const name of Object.keys(state)) delete state[name];
      Object.assign(state, document);
    },
  });
  expect((exportAppState(again.state.latest) as AppStateJson)['distribution']).toEqual(document['distribution']);
  expect(rewardsOf(again, alice, A)).toEqual(rewardsOf(chain, alice, A));
});

it('is off without a section in the genesis document: nobody has rewards, and fees stay with the collector', async () => {
  const chain = await TestChain.open({ validators: [A, B] });
  const send = (message: Any) => block(chain, [signCosmos(chain, alice, [message])]);
  const { events } = await send(delegate(alice, A, COIN));
  expect(attributes(events, 'rewards')).toEqual([]);
  await send(delegate(alice, A, COIN));
  expect(rewardsOf(chain, alice, A)).toEqual({ rewards: [] });
  expect((await send(withdraw(alice, A))).txResults[0]).toMatchObject({ codespace: 'distribution', code: 5 });
  const commission = any(TheirCommission, { validatorAddress: bech32Address(alice.bytes, 'halleyvaloper') });
  expect((await send(commission)).txResults[0]).toMatchObject({ codespace: 'distribution', code: 7 });
  const fund = any(TheirFund, { depositor: textOf(alice), amount: coins(1n) });
  expect((await send(fund)).txResults[0]).toMatchObject({ code: 6, log: expect.stringContaining('no distribution') });
  expect(exportAppState(chain.state.latest)).not.toHaveProperty('distribution');
  expect(balanceOf(chain.state.latest, FEE_COLLECTOR.address, 'ahalley')).toBeGreaterThan(0n);
});

it('gives new validators and powers set by dev transactions their own rewards', async () => {
  const chain = await withFee();
  chain.setPower(A.address, 25n);
  await block(chain);
  expect(COMMISSION.read(chain.state.latest, validatorKey(operatorOf(A))).commission).not.toEqual([]);
  const total = ask(chain, queries.DelegationTotalRewards, { delegatorAddress: textOf(alice) });
  // The power counts from the block on in which the fee is allocated: Alice has 10 of 25 tokens.
  expect(total).toMatchObject({ total: [{ denom: 'ahalley', amount: '352800.000000000000000000' }] });
});

describe('a genesis document', () => {
  const refusals: readonly [string, (distribution: AppStateJson) => void, RegExp][] = [
    [
      'a period that counts too many references',
      ({ validator_historical_rewards: [first] }) => {
        first.rewards.reference_count = 7;
      },
      /^app_state\.distribution\.validator_historical_rewards\[0\]\.rewards\.reference_count is 7: expected \d, the number/,
    ],
    [
      'a delegation that begins after a period without a record',
      ({ delegator_starting_infos: [first] }) => {
        first.starting_info.previous_period = '99';
      },
      /delegator_starting_infos\[0\]\.starting_info is .*expected a period with an entry of validator_historical_rewards, not 99/,
    ],
    [
      'a delegation that staking does not have',
      ({ delegator_starting_infos: [first] }) => {
        first.delegator_address = textOf(dev(7));
      },
      /delegator_starting_infos\[0\] is .*expected a delegation without another entry/,
    ],
    [
      'a commission that is not outstanding',
      ({ validator_accumulated_commissions: [first] }) => {
        first.accumulated.commission = [{ denom: 'ahalley', amount: '99000000.000000000000000000' }];
      },
      /validator_accumulated_commissions\[0\]\.accumulated is .*expected at most the outstanding rewards/,
    ],
    [
      'coins of no amount',
      ({ fee_pool: pool }) => {
        pool.community_pool = [{ denom: 'ahalley', amount: '0.000000000000000000' }];
      },
      /fee_pool\.community_pool is .*expected coins with amounts above 0, ascending by denom/,
    ],
    [
      'a validator that staking does not have',
      ({ outstanding_rewards: [first] }) => {
        first.validator_address = bech32Address(dev(7).bytes, 'halleyvaloper');
      },
      /outstanding_rewards\[0\]\.validator_address is .*expected the operator of a validator of staking/,
    ],
    [
      'more rewards than the account has',
      ({ fee_pool: pool }) => {
        pool.community_pool = [{ denom: 'ahalley', amount: '5000000.000000000000000000' }];
      },
      /^app_state\.distribution is .*expected app_state\.bank\.balances to give \d+ahalley to the account of distribution/,
    ],
    [
      'a tax above 1',
      ({ params }) => {
        params.community_tax = '1.5';
      },
      /community_tax is "1\.5"/,
    ],
  ];

  it.each(refusals)('is refused with %s', async (_, change, expected) => {
    const chain = await withFee();
    await block(chain);
    const document = exportAppState(chain.state.latest) as AppStateJson;
    change(document['distribution']);
    const opened = TestChain.open({
      validators: [
        { pubKey: A.pubKey, power: 20n },
        { pubKey: B.pubKey, power: 33n },
      ],
      edit: (state) => {
        for (const name of Object.keys(state)) delete state[name];
        Object.assign(state, document);
      },
    });
    await expect(opened).rejects.toThrow(expected);
  });
});
