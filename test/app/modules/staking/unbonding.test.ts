/** Follows stake that leaves a validator, that moves to another one, and that comes back. */
import {
  QueryDelegatorUnbondingDelegationsRequest,
  QueryDelegatorUnbondingDelegationsResponse,
  QueryRedelegationsRequest,
  QueryRedelegationsResponse,
  QueryUnbondingDelegationRequest,
  QueryUnbondingDelegationResponse,
  QueryValidatorUnbondingDelegationsRequest,
  QueryValidatorUnbondingDelegationsResponse,
} from 'cosmjs-types/cosmos/staking/v1beta1/query';
import {
  MsgEditValidator as TheirMsgEditValidator,
  MsgUndelegate as TheirMsgUndelegate,
  MsgUndelegateResponse as TheirResponse,
} from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { decodeFunctionResult, encodeFunctionData, parseAbi, toHex } from 'viem';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type {
  Event,
  ExecTxResult,
  FinalizeBlockRequest,
  FinalizeBlockResponse,
} from '../../../../src/abci/application.js';
import { balanceOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { MsgUnjail } from '../../../../src/app/modules/slashing/messages/MsgUnjail.js';
import { exportStaking } from '../../../../src/app/modules/staking/export.js';
import { stakingProblem } from '../../../../src/app/modules/staking/invariants.js';
import { MsgDelegate } from '../../../../src/app/modules/staking/messages/MsgDelegate.js';
import { MsgEditValidator } from '../../../../src/app/modules/staking/messages/MsgEditValidator.js';
import {
  MsgBeginRedelegate,
  MsgCancelUnbondingDelegation,
  MsgUndelegate,
} from '../../../../src/app/modules/staking/messages/unbonding.js';
import { derivedOperator } from '../../../../src/app/modules/staking/operator.js';
import { BONDED_POOL, NOT_BONDED_POOL } from '../../../../src/app/modules/staking/pools.js';
import {
  readDelegation,
  readUnbondingDelegation,
  readValidator,
  writeUnbondingDelegation,
} from '../../../../src/app/modules/staking/store.js';
import { endDelegations, queueUnbonding } from '../../../../src/app/modules/staking/unbonding_queues.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import type { Any } from '../../../../src/codec/cosmos/base.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { type Bytes, bigintToBytes } from '../../../../src/kernel/bytes.js';
import { NANOS_PER_SECOND } from '../../../../src/kernel/time.js';
import { type AppStateJson, TestChain } from '../../support/chain.js';
import { packed, signCosmos } from '../../support/cosmos.js';
import { SLASHING, SLASHING_ABI, STAKING } from '../../support/precompile_abi.js';
import { doubleSign, punish, type TestValidator, validatorsOf } from '../../support/validators.js';
import { COIN, type Dev, dev, sign } from '../../support/wallet.js';

beforeAll(installFastCrypto);

type Three = [TestValidator, TestValidator, TestValidator];
const DAY = 86_400n * NANOS_PER_SECOND;
const PERIOD = 21n * DAY;
const alice = dev(0);
const bob = dev(3);
const textOf = ({ bytes }: Dev): string => bech32Address(bytes, 'halley');
const operatorOf = ({ address }: TestValidator): Bytes => derivedOperator(address);
const operator = (of: TestValidator): string => bech32Address(operatorOf(of), 'halleyvaloper');
const coin = (amount: bigint, denom = 'ahalley') => ({ denom, amount: amount.toString() });

const [A, B, C] = validatorsOf(10n, 20n, 5n) as Three;
const delegation = (from: Dev, to: TestValidator, amount: bigint) => ({
  delegatorAddress: textOf(from),
  validatorAddress: operator(to),
  amount: coin(amount),
});
const undelegate = (from: Dev, of: TestValidator, amount: bigint): Any =>
  packed(MsgUndelegate.message, delegation(from, of, amount));
const delegate = (from: Dev, to: TestValidator, amount: bigint): Any =>
  packed(MsgDelegate.message, delegation(from, to, amount));
const redelegate = (from: Dev, source: TestValidator, destination: TestValidator, amount: bigint): Any =>
  packed(MsgBeginRedelegate.message, {
    delegatorAddress: textOf(from),
    validatorSrcAddress: operator(source),
    validatorDstAddress: operator(destination),
    amount: coin(amount),
  });
const cancel = (from: Dev, of: TestValidator, amount: bigint, creationHeight: bigint): Any =>
  packed(MsgCancelUnbondingDelegation.message, { ...delegation(from, of, amount), creationHeight });

/** Opens a chain on which Alice has delegated 7 to A and 4 to B, and Bob 3 to A. */
async function open(edit?: (state: AppStateJson) => void): Promise<TestChain> {
  const chain = await TestChain.open({ validators: [A, B, C], ...(edit && { edit }) });
  const [first, second] = [
    signCosmos(chain, alice, [delegate(alice, A, 7n * COIN), delegate(alice, B, 4n * COIN)]),
    signCosmos(chain, bob, [delegate(bob, A, 3n * COIN)]),
  ];
  const response = await commit(chain, chain.blockRequest([first, second]));
  expect(response.txResults.map(({ code }) => code)).toEqual([0, 0]);
  return chain;
}

async function commit(chain: TestChain, request: FinalizeBlockRequest): Promise<FinalizeBlockResponse> {
  const response = await chain.app.finalizeBlock(request);
  await chain.app.commit();
  return response;
}

/** Runs a transaction in a block of its own, `after` nanoseconds past the usual time. */
async function run(chain: TestChain, from: Dev, messages: readonly Any[], after = 0n): Promise<ExecTxResult> {
  const request = chain.blockRequest([signCosmos(chain, from, messages)]);
  const response = await commit(chain, { ...request, time: request.time + after });
  expect(stakingProblem(chain.state.latest)).toBeUndefined();
  return response.txResults[0] as ExecTxResult;
}

/** Runs an empty block at an offset from the genesis. */
async function jump(chain: TestChain, time: bigint): Promise<readonly Event[]> {
  const { response } = await chain.run({ ...chain.blockRequest([]), time });
  expect(stakingProblem(chain.state.latest)).toBeUndefined();
  return response.events;
}

const listed = (events: readonly Event[], ...types: readonly string[]): unknown[] =>
  events
    .filter(({ type }) => types.includes(type))
    .map(({ type, attributes }) => [type, Object.fromEntries(attributes.map(({ key, value }) => [key, value]))]);

const pools = ({ state: { latest } }: TestChain): readonly bigint[] =>
  [BONDED_POOL, NOT_BONDED_POOL].map(({ address }) => balanceOf(latest, address, 'ahalley'));
const tokens = (chain: TestChain, of: TestValidator) => readValidator(chain.state.latest, operatorOf(of))?.tokens;
const entriesOf = (chain: TestChain, from: Dev, of: TestValidator) =>
  readUnbondingDelegation(chain.state.latest, from.bytes, operatorOf(of))?.entries;

describe('MsgUndelegate', () => {
  it('takes tokens from a validator at once, and pays them when the unbonding time has passed', async () => {
    const chain = await open();
    const before = pools(chain);
    const result = await run(chain, alice, [undelegate(alice, A, 2n * COIN)]);
    const begun = chain.genesisTime + 2n * NANOS_PER_SECOND;
    expect(listed(result.events, 'unbond')).toEqual([
      [
        'unbond',
        {
          validator: operator(A),
          delegator: textOf(alice),
          amount: `${2n * COIN}ahalley`,
          completion_time: '2025-01-22T00:00:02Z',
          msg_index: '0',
        },
      ],
    ]);
    expect(pools(chain)).toEqual([(before[0] ?? 0n) - 2n * COIN, (before[1] ?? 0n) + 2n * COIN]);
    expect(tokens(chain, A)).toBe(18n * COIN);
    expect(entriesOf(chain, alice, A)).toEqual([
      {
        creationHeight: 2n,
        completionTime: begun + PERIOD,
        initialBalance: 2n * COIN,
        balance: 2n * COIN,
        unbondingId: 1n,
        unbondingOnHoldRefCount: 0n,
      },
    ]);
    const balance = chain.balance(alice.bytes);
    expect(listed(await jump(chain, begun + PERIOD - 1n), 'complete_unbonding')).toEqual([]);
    const events = await jump(chain, begun + PERIOD);
    const [paid, mode] = [`${2n * COIN}ahalley`, 'EndBlock'];
    expect(listed(events, 'coin_spent', 'complete_unbonding').slice(-2)).toEqual([
      ['coin_spent', { spender: bech32Address(NOT_BONDED_POOL.address, 'halley'), amount: paid, mode }],
      ['complete_unbonding', { amount: paid, validator: operator(A), delegator: textOf(alice), mode }],
    ]);
    expect(chain.balance(alice.bytes)).toBe(balance + 2n * COIN);
    expect(entriesOf(chain, alice, A)).toBeUndefined();
    expect(pools(chain)[1]).toBe(before[1]);
  });

  it('answers with the completion time and the coin, as clients decode it', async () => {
    const chain = await open();
    const value = TheirMsgUndelegate.encode(delegation(bob, A, COIN)).finish();
    const { data } = await run(chain, bob, [{ typeUrl: '/cosmos.staking.v1beta1.MsgUndelegate', value }]);
    expect(Buffer.from(data).includes('/cosmos.staking.v1beta1.MsgUndelegateResponse')).toBe(true);
    const tail = MsgUndelegate.response.encode({
      completionTime: chain.genesisTime + 2n * NANOS_PER_SECOND + PERIOD,
      amount: coin(COIN),
    });
    expect(Buffer.from(data).includes(Buffer.from(tail))).toBe(true);
    expect(TheirResponse.decode(tail)).toMatchObject({ amount: coin(COIN) });
  });

  it('merges amounts of one block, and allows max_entries others', async () => {
    const chain = await open((state) => {
      state['staking'] = { params: { max_entries: 2 } };
    });
    await run(chain, alice, [undelegate(alice, A, 2n), undelegate(alice, A, 3n)]);
    expect(entriesOf(chain, alice, A)).toMatchObject([{ balance: 5n, unbondingId: 1n }]);
    await run(chain, alice, [undelegate(alice, A, 4n)]);
    expect(entriesOf(chain, alice, A)).toMatchObject([{ balance: 5n }, { balance: 4n, unbondingId: 3n }]);
    expect(await run(chain, alice, [undelegate(alice, A, 6n)])).toMatchObject({ code: 27, codespace: 'staking' });
    // Another delegator has entries of its own.
    expect((await run(chain, bob, [undelegate(bob, A, 6n)])).code).toBe(0);
  });

  it('refuses what the SDK refuses, with its codes', async () => {
    const chain = await open();
    const [stranger] = validatorsOf(1n, 1n, 1n, 1n).slice(3) as [TestValidator];
    const refusals: [Any, number, string, string][] = [
      [undelegate(alice, stranger, 1n), 3, 'staking', 'validator does not exist'],
      [undelegate(alice, C, 1n), 19, 'staking', 'no delegation for (address, validator) tuple'],
      [undelegate(alice, A, 7n * COIN + 1n), 18, 'sdk', 'invalid shares amount: invalid request'],
      [undelegate(alice, A, 0n), 18, 'sdk', 'invalid shares amount: invalid request'],
      [redelegate(alice, A, A, 1n), 29, 'staking', 'cannot redelegate to the same validator'],
      [redelegate(alice, A, stranger, 1n), 31, 'staking', 'redelegation destination validator not found'],
      [cancel(alice, A, 1n, 0n), 18, 'sdk', 'invalid height: invalid request'],
      [
        cancel(alice, A, 1n, 1n),
        1,
        'undefined',
        `rpc error: code = NotFound desc = unbonding delegation with delegator ${textOf(alice)} not found for validator ${operator(A)}`,
      ],
    ];
    for (const [message, code, codespace, text] of refusals) {
      const result = await run(chain, alice, [message]);
      expect(result).toMatchObject({ code, codespace });
      expect(result.log).toContain(text);
    }
    const other = { ...delegation(alice, A, 1n), amount: coin(1n, 'stone') };
    const result = await run(chain, alice, [packed(MsgUndelegate.message, other)]);
    expect(result.log).toContain('invalid coin denomination: got stone, expected ahalley: invalid request');
  });

  it('gives the last delegator what a slash has left, and rounds others down', async () => {
    const chain = await open();
    await punish(chain, doubleSign(chain, { ...A, power: 13n }));
    const worth = tokens(chain, A) ?? 0n;
    expect(await run(chain, alice, [undelegate(alice, A, 3n * COIN + 1n)])).toMatchObject({ code: 0 });
    const [entry] = entriesOf(chain, alice, A) ?? [];
    expect((tokens(chain, A) ?? 0n) + (entry?.balance ?? 0n)).toBe(worth);
    expect(entry?.balance).toBeLessThanOrEqual(3n * COIN + 1n);
  });
});

/** Makes Alice the operator of C, who promises to hold 4. */
const named = (state: AppStateJson): void => {
  const own = bech32Address(alice.bytes, 'halleyvaloper');
  const parts = [A, B, C].map((validator, i) => {
    const text = i === 2 ? own : operator(validator);
    const amount = (validator.power * COIN).toString();
    return {
      operator_address: text,
      consensus_pubkey: {
        '@type': '/cosmos.crypto.ed25519.PubKey',
        key: Buffer.from(validator.pubKey.bytes).toString('base64'),
      },
      status: 'BOND_STATUS_BONDED',
      tokens: amount,
      delegator_shares: amount,
      min_self_delegation: (4n * COIN).toString(),
    };
  });
  const delegations = parts.map(({ operator_address, delegator_shares }, i) => ({
    delegator_address: bech32Address(i === 2 ? alice.bytes : operatorOf([A, B, C][i] as TestValidator), 'halley'),
    validator_address: operator_address,
    shares: delegator_shares,
  }));
  state['staking'] = { validators: parts, delegations };
  state['bank'].balances.push({
    address: bech32Address(BONDED_POOL.address, 'halley'),
    coins: [coin(35n * COIN)],
  });
  state['bank'].supply = undefined;
};

const EDIT_ABI = parseAbi([
  'struct Description { string moniker; string identity; string website; string securityContact; string details; }',
  'function editValidator(Description description, address validatorAddress, int256 commissionRate, int256 minSelfDelegation) returns (bool success)',
]);

describe('an operator’s own delegation', () => {
  const mine = (amount: bigint): Any =>
    packed(MsgUndelegate.message, {
      delegatorAddress: textOf(alice),
      validatorAddress: bech32Address(alice.bytes, 'halleyvaloper'),
      amount: coin(amount),
    });

  it('below the minimum jails its validator, which is deleted when it is unbonded and has no shares', async () => {
    const chain = await TestChain.open({ validators: [A, B, C], edit: named });
    await run(chain, alice, [mine(COIN)]);
    expect(readValidator(chain.state.latest, alice.bytes)).toMatchObject({ jailed: false, tokens: 4n * COIN });
    const { events } = await run(chain, alice, [mine(1n)]);
    expect(listed(events, 'unbond')).toHaveLength(1);
    expect(readValidator(chain.state.latest, alice.bytes)).toMatchObject({ jailed: true, status: 'unbonding' });
    // The rest is too little to return with.
    const own = bech32Address(alice.bytes, 'halleyvaloper');
    const returns = packed(MsgUnjail.message, { validatorAddr: own });
    expect(await run(chain, alice, [returns])).toMatchObject({ code: 7, codespace: 'slashing' });
    const amount = coin(3n);
    const more = { delegatorAddress: textOf(alice), validatorAddress: own, amount };
    await run(chain, alice, [packed(MsgDelegate.message, more), returns]);
    expect(readValidator(chain.state.latest, alice.bytes)).toMatchObject({ jailed: false, status: 'bonded' });
    expect(await run(chain, alice, [returns])).toMatchObject({ code: 5, codespace: 'slashing' });
    await run(chain, alice, [mine(3n)]);
    const unjail = encodeFunctionData({ abi: SLASHING_ABI, functionName: 'unjail', args: [alice.address] });
    const called = await chain.mine(await sign(chain, alice, { to: SLASHING, data: unjail }));
    expect(called.outcomes[0]?.vmError).toContain('reverted');
    await run(chain, alice, [packed(MsgDelegate.message, more)]);
    const again = await chain.mine(await sign(chain, alice, { to: SLASHING, data: unjail }));
    expect(again.outcomes[0]?.logs).toHaveLength(1);
    expect(readValidator(chain.state.latest, alice.bytes)).toMatchObject({ jailed: false, status: 'bonded' });
    await run(chain, alice, [mine(4n * COIN + 2n)]);
    expect(readValidator(chain.state.latest, alice.bytes)).toMatchObject({ shares: 0n, tokens: 0n });
    const balance = chain.balance(alice.bytes);
    await jump(chain, chain.genesisTime + PERIOD + 30n * NANOS_PER_SECOND);
    expect(readValidator(chain.state.latest, alice.bytes)).toBeUndefined();
    expect(chain.balance(alice.bytes)).toBe(balance + 5n * COIN + 6n);
  });
});

describe('MsgEditValidator', () => {
  const KEEP = '[do-not-modify]';
  const description = { moniker: KEEP, identity: 'id', website: KEEP, securityContact: KEEP, details: 'more' };
  const edit = (fields: Partial<Parameters<typeof MsgEditValidator.message.encode>[0]>): Any =>
    packed(MsgEditValidator.message, {
      description,
      validatorAddress: bech32Address(alice.bytes, 'halleyvaloper'),
      commissionRate: undefined,
      minSelfDelegation: undefined,
      ...fields,
    });

  it('changes texts, the commission within its limits once in a day, and raises the promise', async () => {
    const chain = await TestChain.open({
      validators: [A, B, C],
      edit: (state) => {
        named(state);
        const rates = { rate: '0.10', max_rate: '0.20', max_change_rate: '0.03' };
        state['staking'].validators[2].commission = { commission_rates: rates };
        state['staking'].validators[2].description = { moniker: 'mine', website: 'https://a.b' };
      },
    });
    const rate = COIN / 8n;
    expect(await run(chain, alice, [edit({ commissionRate: rate })])).toMatchObject({ code: 12 });
    const result = await run(chain, alice, [edit({ commissionRate: rate, minSelfDelegation: 5n * COIN })], DAY);
    expect(listed(result.events, 'edit_validator')).toEqual([
      [
        'edit_validator',
        {
          commission_rate: `commission_rates:<rate:"${rate}" max_rate:"${COIN / 5n}" max_change_rate:"${(COIN * 3n) / 100n}" > update_time:<seconds:1735776002 > `,
          min_self_delegation: (5n * COIN).toString(),
          msg_index: '0',
        },
      ],
    ]);
    expect(readValidator(chain.state.latest, alice.bytes)).toMatchObject({
      description: { moniker: 'mine', identity: 'id', website: 'https://a.b', details: 'more' },
      commission: { rate },
      minSelfDelegation: 5n * COIN,
    });
    const refusals: [Parameters<typeof edit>[0], number][] = [
      [{ description: { moniker: '', identity: '', website: '', securityContact: '', details: '' } }, 18],
      [{ description: { ...description, moniker: 'm'.repeat(71) } }, 18],
      [{ commissionRate: COIN + 1n }, 18],
      [{ commissionRate: COIN / 4n }, 11],
      [{ commissionRate: COIN / 6n }, 15],
      [{ minSelfDelegation: 5n * COIN }, 17],
      [{ minSelfDelegation: 6n * COIN }, 16],
      [{ minSelfDelegation: 0n }, 18],
    ];
    for (const [fields, code] of refusals) {
      const refused = await run(chain, alice, [edit(fields)], 3n * DAY);
      expect([fields, refused.code]).toEqual([fields, code]);
    }
    const data = encodeFunctionData({
      abi: EDIT_ABI,
      functionName: 'editValidator',
      args: [{ ...description, details: 'most' }, alice.address, -1n, -1n],
    });
    const { outcomes } = await chain.mine(await sign(chain, alice, { to: STAKING, data }));
    expect(outcomes[0]?.logs).toHaveLength(1);
    expect(readValidator(chain.state.latest, alice.bytes)).toMatchObject({ description: { details: 'most' } });
    // A client without this module's types reads the same.
    const theirs = TheirMsgEditValidator.decode(edit({ commissionRate: rate }).value);
    expect(theirs).toMatchObject({ commissionRate: rate.toString(), minSelfDelegation: '' });
  });
});

describe('MsgBeginRedelegate', () => {
  it('moves tokens at once, and holds them to account until the unbonding time has passed', async () => {
    const chain = await open();
    const result = await run(chain, alice, [redelegate(alice, A, C, 5n * COIN)]);
    expect(listed(result.events, 'redelegate')).toEqual([
      [
        'redelegate',
        {
          source_validator: operator(A),
          destination_validator: operator(C),
          amount: `${5n * COIN}ahalley`,
          completion_time: '2025-01-22T00:00:02Z',
          msg_index: '0',
        },
      ],
    ]);
    expect([tokens(chain, A), tokens(chain, C)]).toEqual([15n * COIN, 10n * COIN]);
    expect(readDelegation(chain.state.latest, alice.bytes, operatorOf(C))?.shares).toBe(5n * COIN * COIN);
    expect(await run(chain, alice, [redelegate(alice, C, B, COIN)])).toMatchObject({ code: 32, codespace: 'staking' });
    const events = await jump(chain, chain.genesisTime + 2n * NANOS_PER_SECOND + PERIOD);
    expect(listed(events, 'complete_redelegation')).toEqual([
      [
        'complete_redelegation',
        {
          amount: `${5n * COIN}ahalley`,
          delegator: textOf(alice),
          source_validator: operator(A),
          destination_validator: operator(C),
          mode: 'EndBlock',
        },
      ],
    ]);
    expect((await run(chain, alice, [redelegate(alice, C, B, COIN)])).code).toBe(0);
  });

  it('from a validator that unbonds ends with it, and from an unbonded one there is nothing to wait for', async () => {
    const chain = await open();
    await punish(chain, doubleSign(chain, A));
    const { unbondingTime = 0n } = readValidator(chain.state.latest, operatorOf(A)) ?? {};
    const before = pools(chain);
    await run(chain, alice, [redelegate(alice, A, B, COIN)]);
    expect(pools(chain)).toEqual([(before[0] ?? 0n) + COIN, (before[1] ?? 0n) - COIN]);
    expect(listed(await jump(chain, unbondingTime - 1n), 'complete_redelegation')).toEqual([]);
    expect(listed(await jump(chain, unbondingTime), 'complete_redelegation')).toHaveLength(1);
    const { events } = await run(chain, bob, [redelegate(bob, A, C, COIN)]);
    expect(listed(events, 'redelegate')).toMatchObject([['redelegate', { completion_time: '0001-01-01T00:00:00Z' }]]);
  });
});

describe('MsgCancelUnbondingDelegation', () => {
  it('delegates again, in part and in whole, and its rest still ends', async () => {
    const chain = await open();
    await run(chain, alice, [undelegate(alice, A, 3n * COIN)]);
    const result = await run(chain, alice, [cancel(alice, A, COIN, 2n)]);
    expect(listed(result.events, 'cancel_unbonding_delegation')).toEqual([
      [
        'cancel_unbonding_delegation',
        {
          amount: `${COIN}ahalley`,
          validator: operator(A),
          delegator: textOf(alice),
          creation_height: '2',
          msg_index: '0',
        },
      ],
    ]);
    expect([tokens(chain, A), entriesOf(chain, alice, A)]).toMatchObject([
      18n * COIN,
      [{ balance: 2n * COIN, initialBalance: 2n * COIN }],
    ]);
    expect(await run(chain, alice, [cancel(alice, A, COIN, 3n)])).toMatchObject({ code: 38, codespace: 'sdk' });
    expect(await run(chain, alice, [cancel(alice, A, 3n * COIN, 2n)])).toMatchObject({ code: 18, codespace: 'sdk' });
    await run(chain, alice, [cancel(alice, A, 2n * COIN, 2n)]);
    expect([tokens(chain, A), entriesOf(chain, alice, A)]).toEqual([20n * COIN, undefined]);
    expect(listed(await jump(chain, chain.genesisTime + 2n * PERIOD), 'complete_unbonding')).toEqual([]);
  });
});

describe('the queries', () => {
  it('show what unbonds and what moves', async () => {
    const chain = await open();
    await run(chain, alice, [undelegate(alice, A, 2n), undelegate(alice, B, 3n), redelegate(alice, A, C, 5n)]);
    await run(chain, bob, [undelegate(bob, A, 4n)]);
    const ask = async (method: string, data: Uint8Array): Promise<Uint8Array> =>
      (await chain.app.query({ path: `/cosmos.staking.v1beta1.Query/${method}`, data, height: 0n, prove: false }))
        .value;
    const one = QueryUnbondingDelegationRequest.fromPartial({
      delegatorAddr: textOf(alice),
      validatorAddr: operator(B),
    });
    const { unbond } = QueryUnbondingDelegationResponse.decode(
      await ask('UnbondingDelegation', QueryUnbondingDelegationRequest.encode(one).finish()),
    );
    expect(unbond).toMatchObject({ validatorAddress: operator(B), entries: [{ balance: '3', creationHeight: 2n }] });
    const mine = QueryDelegatorUnbondingDelegationsRequest.fromPartial({ delegatorAddr: textOf(alice) });
    const { unbondingResponses: ofAlice } = QueryDelegatorUnbondingDelegationsResponse.decode(
      await ask('DelegatorUnbondingDelegations', QueryDelegatorUnbondingDelegationsRequest.encode(mine).finish()),
    );
    expect(ofAlice.map(({ entries }) => entries[0]?.balance).sort()).toEqual(['2', '3']);
    const its = QueryValidatorUnbondingDelegationsRequest.fromPartial({ validatorAddr: operator(A) });
    const { unbondingResponses: fromA } = QueryValidatorUnbondingDelegationsResponse.decode(
      await ask('ValidatorUnbondingDelegations', QueryValidatorUnbondingDelegationsRequest.encode(its).finish()),
    );
    expect(fromA.map(({ entries }) => entries[0]?.balance).sort()).toEqual(['2', '4']);
    const moving = QueryRedelegationsRequest.fromPartial({ srcValidatorAddr: operator(A) });
    const { redelegationResponses } = QueryRedelegationsResponse.decode(
      await ask('Redelegations', QueryRedelegationsRequest.encode(moving).finish()),
    );
    expect(redelegationResponses).toMatchObject([
      { redelegation: { validatorDstAddress: operator(C) }, entries: [{ balance: '5' }] },
    ]);
  });
});

describe('in the middle of the queues', () => {
  const begin = async (chain: TestChain): Promise<void> => {
    await run(chain, alice, [undelegate(alice, A, 2n), redelegate(alice, B, C, 3n)]);
    await run(chain, bob, [undelegate(bob, A, 5n)], DAY);
  };
  const finish = async (chain: TestChain): Promise<string> => {
    await jump(chain, chain.genesisTime + PERIOD + 2n * NANOS_PER_SECOND);
    await jump(chain, chain.genesisTime + PERIOD + DAY + 9n * NANOS_PER_SECOND);
    expect(entriesOf(chain, bob, A)).toBeUndefined();
    return toHex(chain.state.appHash(chain.height));
  };

  it('a revert after a detour makes the same blocks as no detour', async () => {
    const [straight, winding] = [await open(), await open()];
    await begin(straight);
    await begin(winding);
    const height = winding.height;
    await run(winding, bob, [cancel(bob, A, 1n, 3n)]);
    await jump(winding, winding.genesisTime + 3n * PERIOD);
    winding.app.revertTo(height);
    expect(await finish(winding)).toBe(await finish(straight));
  });

  it('an export restores entries, queues and numbers', async () => {
    const chain = await open();
    await begin(chain);
    const exported = JSON.parse(JSON.stringify(exportStaking(chain.state.latest)));
    expect([exported.unbonding_delegations.length, exported.redelegations.length]).toEqual([2, 1]);
    const [bonded = 0n, notBonded = 0n] = pools(chain);
    const powers = new Map<string, bigint>(
      exported.last_validator_powers.map((each: { address: string; power: string }) => [
        each.address,
        BigInt(each.power),
      ]),
    );
    const validators = [A, B, C].map((each) => ({ ...each, power: powers.get(operator(each)) ?? 0n }));
    const again = await TestChain.open({
      validators,
      edit: (state) => {
        state['staking'] = exported;
        state['bank'].supply = undefined;
        for (const [{ address }, amount] of [
          [BONDED_POOL, bonded],
          [NOT_BONDED_POOL, notBonded],
        ] as const)
          state['bank'].balances.push({ address: bech32Address(address, 'halley'), coins: [coin(amount)] });
      },
    });
    expect(exportStaking(again.state.latest)).toEqual(exportStaking(chain.state.latest));
    expect(stakingProblem(again.state.latest)).toBeUndefined();
    const balance = again.balance(alice.bytes);
    const events = await jump(again, chain.genesisTime + PERIOD + 2n * NANOS_PER_SECOND);
    expect(listed(events, 'complete_unbonding', 'complete_redelegation')).toHaveLength(2);
    expect(again.balance(alice.bytes)).toBe(balance + 2n);
  });
});

describe('a slash for an infraction', () => {
  const TWENTIETH = 20n;

  it('follows stake that has begun to leave or to move since', async () => {
    const chain = await open();
    await run(chain, alice, [undelegate(alice, A, 2n * COIN), redelegate(alice, A, C, 4n * COIN)]);
    const supply = supplyOf(chain.state.latest, 'ahalley');
    const { response } = await punish(chain, doubleSign(chain, { ...A, power: 20n }));
    // A twentieth of the power 20, of which the entries pay their own shares.
    const burned = COIN - (2n * COIN) / TWENTIETH - (4n * COIN) / TWENTIETH;
    expect(listed(response.events, 'slash')).toMatchObject([
      ['slash', { burned_coins: burned.toString() }],
      ['slash', {}],
    ]);
    expect(entriesOf(chain, alice, A)).toMatchObject([
      { initialBalance: 2n * COIN, balance: 2n * COIN - (2n * COIN) / TWENTIETH },
    ]);
    expect([tokens(chain, A), tokens(chain, C)]).toEqual([14n * COIN - burned, 9n * COIN - (4n * COIN) / TWENTIETH]);
    expect(readDelegation(chain.state.latest, alice.bytes, operatorOf(C))?.shares).toBe((4n * COIN * COIN * 19n) / 20n);
    expect(supplyOf(chain.state.latest, 'ahalley')).toBe(supply - COIN);
    expect(stakingProblem(chain.state.latest)).toBeUndefined();
    const balance = chain.balance(alice.bytes);
    await jump(chain, chain.genesisTime + PERIOD + 2n * NANOS_PER_SECOND);
    expect(chain.balance(alice.bytes)).toBe(balance + (2n * COIN * 19n) / 20n);
  });

  it('spares stake that had begun to leave before', async () => {
    const chain = await open();
    await run(chain, alice, [undelegate(alice, A, 2n * COIN), redelegate(alice, A, C, 4n * COIN)]);
    await jump(chain, chain.genesisTime + 3n * NANOS_PER_SECOND);
    await punish(chain, doubleSign(chain, { ...A, power: 14n }, { height: 4n }));
    expect(entriesOf(chain, alice, A)).toMatchObject([{ balance: 2n * COIN }]);
    expect([tokens(chain, A), tokens(chain, C)]).toEqual([14n * COIN - (14n * COIN) / TWENTIETH, 9n * COIN]);
  });

  it('takes moved stake first from what has left its new validator since', async () => {
    const chain = await open();
    await run(chain, alice, [redelegate(alice, A, C, 4n * COIN)]);
    await run(chain, alice, [undelegate(alice, C, 3n * COIN)]);
    await punish(chain, doubleSign(chain, { ...A, power: 20n }, { height: 2n }));
    expect(entriesOf(chain, alice, C)).toMatchObject([{ balance: 3n * COIN - (4n * COIN) / TWENTIETH }]);
    expect([tokens(chain, A), tokens(chain, C)]).toEqual([16n * COIN - (COIN * 4n) / 5n, 6n * COIN]);
    expect(stakingProblem(chain.state.latest)).toBeUndefined();
  });
});

describe('the staking precompile', () => {
  const abi = parseAbi([
    'function undelegate(address, string, uint256) returns (int64)',
    'function redelegate(address, string, string, uint256) returns (int64)',
    'function cancelUnbondingDelegation(address, string, uint256, uint256) returns (bool)',
  ]);
  const mine = async (chain: TestChain, data: `0x${string}`) => {
    const { outcomes } = await chain.mine(await sign(chain, alice, { to: STAKING, data }));
    expect(stakingProblem(chain.state.latest)).toBeUndefined();
    return outcomes[0];
  };

  it('undelegates, redelegates and cancels for its caller, with logs', async () => {
    const chain = await open();
    const me = alice.address;
    const undelegated = await mine(
      chain,
      encodeFunctionData({ abi, functionName: 'undelegate', args: [me, operator(A), 6n] }),
    );
    const end = (chain.genesisTime + 2n * NANOS_PER_SECOND + PERIOD) / NANOS_PER_SECOND;
    const data = toHex(undelegated?.ret ?? new Uint8Array());
    expect(decodeFunctionResult({ abi, functionName: 'undelegate', data })).toBe(end);
    expect(undelegated?.logs[0]?.data).toEqual(Uint8Array.of(...bigintToBytes(6n, 32), ...bigintToBytes(end, 32)));
    const canceled = encodeFunctionData({
      abi,
      functionName: 'cancelUnbondingDelegation',
      args: [me, operator(A), 2n, 2n],
    });
    expect((await mine(chain, canceled))?.logs).toHaveLength(1);
    expect(entriesOf(chain, alice, A)).toMatchObject([{ balance: 4n }]);
    const moved = encodeFunctionData({ abi, functionName: 'redelegate', args: [me, operator(A), operator(B), 9n] });
    expect((await mine(chain, moved))?.logs[0]?.topics).toHaveLength(4);
    const other = encodeFunctionData({ abi, functionName: 'undelegate', args: [bob.address, operator(A), 1n] });
    expect((await mine(chain, other))?.vmError).toContain('reverted');
  });
});

it('a thousand entries end in one block, each with a few reads and writes', async () => {
  const chain = await open();
  const state = chain.state.fork();
  const end = chain.genesisTime + PERIOD;
  for (let i = 0n; i < 1000n; i++) {
    const delegator = bigintToBytes(0x1000n + i, 20);
    const owner = { delegator: bech32Address(delegator, 'halley'), validator: operator(A) };
    const entry = { creationHeight: i, completionTime: end, initialBalance: i, balance: i, unbondingId: i };
    const entries = [{ ...entry, unbondingOnHoldRefCount: 0n }];
    writeUnbondingDelegation(state, delegator, operatorOf(A), { ...owner, entries });
    queueUnbonding(state, owner, end);
  }
  state.setAccount(NOT_BONDED_POOL.address, {
    ...(state.account(alice.bytes) ?? expect.fail()),
    balance: 1000n * 999n,
  });
  const [reads, lists, writes] = [vi.spyOn(state, 'get'), vi.spyOn(state, 'entries'), vi.spyOn(state, 'set')];
  const events = endDelegations(state, end);
  expect(events.filter(({ type }) => type === 'complete_unbonding')).toHaveLength(1000);
  // Lists of the two queues, and the earliest time in each.
  expect(lists).toHaveBeenCalledTimes(4);
  expect(reads.mock.calls.length).toBeLessThan(9_100);
  expect(writes.mock.calls.length).toBeLessThan(2_100);
  expect(balanceOf(state, bigintToBytes(0x1000n + 321n, 20), 'ahalley')).toBe(321n);
});
