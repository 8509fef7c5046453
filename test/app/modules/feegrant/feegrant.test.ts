/** Lets accounts pay the fees of others: how much, how often, for what, how long. */

import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import {
  AllowedMsgAllowance,
  BasicAllowance,
  type Grant,
  PeriodicAllowance,
} from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant';
import {
  QueryAllowanceRequest,
  QueryAllowanceResponse,
  QueryAllowancesByGranterRequest,
  QueryAllowancesByGranterResponse,
  QueryAllowancesRequest,
  QueryAllowancesResponse,
} from 'cosmjs-types/cosmos/feegrant/v1beta1/query';
import { MsgGrantAllowance, MsgPruneAllowances, MsgRevokeAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Event, ExecTxResult } from '../../../../src/abci/application.js';
import { exportAppState } from '../../../../src/app/genesis.js';
import { MESSAGE_TYPES } from '../../../../src/app/modules/assembly.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import type { Any } from '../../../../src/codec/cosmos/base.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { NANOS_PER_SECOND, splitTime } from '../../../../src/kernel/time.js';
import { TestChain } from '../../support/chain.js';
import { any, coins, deliver, signCosmos, textOf, transfer } from '../../support/cosmos.js';
import { type Dev, dev } from '../../support/wallet.js';

beforeAll(installFastCrypto);

const [alice, bob, carol] = [dev(0), dev(3), dev(5)];
const HOUR = 3_600n * NANOS_PER_SECOND;

const basic = (limit?: bigint, until?: bigint): Any =>
  any(BasicAllowance, {
    ...(limit !== undefined && { spendLimit: coins(limit) }),
    ...(until !== undefined && { expiration: splitTime(until) }),
  });
const give = (allowance: Any | undefined, from = alice, to = bob): Any =>
  any(MsgGrantAllowance, { granter: textOf(from), grantee: textOf(to), allowance });
const end = (from = alice, to = bob): Any => any(MsgRevokeAllowance, { granter: textOf(from), grantee: textOf(to) });

/** Fee of the test's transactions: enough for any block. */
const FEE = 7n * 10n ** 15n;

interface Wish {
  readonly fee?: bigint;
  readonly at?: bigint;
}

/** Runs a transaction in a block of its own. With `granter` that account pays. */
async function run(
  chain: TestChain,
  from: Dev,
  messages: readonly Any[],
  granter?: Dev,
  { fee = FEE, at }: Wish = {},
): Promise<ExecTxResult> {
  const wish = { gas: 300_000n, fee, ...(granter && { granter: textOf(granter) }) };
  const request = chain.blockRequest([signCosmos(chain, from, messages, wish)]);
  const time = at === undefined ? request.time : chain.genesisTime + at;
  const { txResults } = await chain.app.finalizeBlock({ ...request, time });
  await chain.app.commit();
  return txResults[0] as ExecTxResult;
}

async function succeed(chain: TestChain, from: Dev, ...messages: readonly Any[]): Promise<ExecTxResult> {
  const result = await run(chain, from, messages);
  expect(result.log).toBe('');
  return result;
}

const listed = (events: readonly Event[]): unknown[] =>
  events
    .filter(({ type }) => type.endsWith('_feegrant'))
    .map(({ type, attributes }) => [type, Object.fromEntries(attributes.map(({ key, value }) => [key, value]))]);

const ask = (chain: TestChain, method: string, data: Uint8Array) =>
  chain.app.query({ path: `/cosmos.feegrant.v1beta1.Query/${method}`, data, height: 0n, prove: false });

/** Returns what Alice pays for Bob. */
async function allowance(chain: TestChain): Promise<Any | undefined> {
  const request = QueryAllowanceRequest.fromPartial({ granter: textOf(alice), grantee: textOf(bob) });
  const { value, log } = await ask(chain, 'Allowance', QueryAllowanceRequest.encode(request).finish());
  if (log !== '') expect(log).toContain('rpc error: code = Internal desc = fee-grant not found: not found');
  return QueryAllowanceResponse.decode(value).allowance?.allowance;
}

describe('a basic allowance', () => {
  it('pays fees up to its limit, and ends when it is used up', async () => {
    const chain = await TestChain.open();
    const parties = { granter: textOf(alice), grantee: textOf(bob) };
    const given = await succeed(chain, alice, give(basic(2n * FEE)));
    expect(listed(given.events)).toEqual([['set_feegrant', { ...parties, msg_index: '0' }]]);
    const before = [chain.balance(alice.bytes), chain.balance(bob.bytes)] as const;
    const first = await run(chain, bob, [transfer(bob, carol, 3n)], alice);
    expect(first.code).toBe(0);
    expect(chain.balance(alice.bytes)).toBe(before[0] - FEE);
    expect(chain.balance(bob.bytes)).toBe(before[1] - 3n);
    expect(listed(first.events)).toEqual([
      ['use_feegrant', parties],
      ['update_feegrant', parties],
    ]);
    expect(
      first.events.find(({ type, attributes }) => type === 'tx' && attributes[0]?.key === 'fee')?.attributes,
    ).toEqual([
      { key: 'fee', value: `${FEE}ahalley`, index: true },
      { key: 'fee_payer', value: textOf(alice), index: true },
    ]);
    expect(await allowance(chain)).toEqual(basic(FEE));
    const over = await run(chain, bob, [transfer(bob, carol, 3n)], alice, { fee: FEE + 1n });
    expect(over).toMatchObject({ code: 2, codespace: 'feegrant' });
    expect(over.log).toBe(
      `${textOf(alice)} does not allow to pay fees for ${textOf(bob)}: basic allowance: fee limit exceeded`,
    );
    const last = await run(chain, bob, [transfer(bob, carol, 3n)], alice);
    expect(listed(last.events)).toEqual([
      ['revoke_feegrant', parties],
      ['use_feegrant', parties],
    ]);
    expect(await allowance(chain)).toBeUndefined();
    expect(await run(chain, bob, [transfer(bob, carol, 3n)], alice)).toMatchObject({ code: 38, codespace: 'sdk' });
  });

  it('lets an account without coins send, and admission knows it', async () => {
    const chain = await TestChain.open();
    const poor = dev(7);
    await run(chain, poor, [transfer(poor, carol, chain.balance(poor.bytes) - FEE)]);
    expect(chain.balance(poor.bytes)).toBe(0n);
    const tx = () => signCosmos(chain, poor, [end(poor, bob)], { gas: 300_000n, fee: FEE, granter: textOf(alice) });
    expect(await chain.app.checkTx({ tx: tx(), type: 'new' })).toMatchObject({ code: 38 });
    await succeed(chain, alice, give(basic(), alice, poor));
    expect(await chain.app.checkTx({ tx: tx(), type: 'new' })).toMatchObject({ code: 0, admission: { cost: 0n } });
    // The fee is the granter's although the message fails.
    const before = chain.balance(alice.bytes);
    expect(await deliver(chain, tx())).toMatchObject([{ code: 38, codespace: 'sdk' }]);
    expect(chain.balance(alice.bytes)).toBe(before - FEE);
  });

  it('is good at its last nanosecond, and gone after it', async () => {
    const chain = await TestChain.open();
    await succeed(chain, alice, give(basic(undefined, chain.genesisTime + HOUR)));
    expect((await run(chain, bob, [transfer(bob, carol, 3n)], alice, { at: HOUR })).code).toBe(0);
    expect(await allowance(chain)).toBeDefined();
    expect(await run(chain, bob, [transfer(bob, carol, 3n)], alice, { at: HOUR + 1n })).toMatchObject({ code: 3 });
    expect(await allowance(chain)).toBeUndefined();
  });
});

describe('a periodic allowance', () => {
  const periodic = (value: object, limit?: bigint): Any =>
    any(PeriodicAllowance, {
      basic: limit === undefined ? {} : { spendLimit: coins(limit) },
      period: { seconds: 3_600n, nanos: 0 },
      ...value,
    });
  const spend = (chain: TestChain, at: bigint) => run(chain, bob, [transfer(bob, carol, 1n)], alice, { at });

  it('pays up to the limit of each period; unused ones do not add up', async () => {
    const chain = await TestChain.open();
    const reset = splitTime(chain.genesisTime);
    await succeed(chain, alice, give(periodic({ periodSpendLimit: coins(2n * FEE), periodReset: reset }, 4n * FEE)));
    expect((await spend(chain, 10n)).code).toBe(0);
    expect(await allowance(chain)).toEqual(
      periodic(
        {
          periodSpendLimit: coins(2n * FEE),
          periodCanSpend: coins(FEE),
          periodReset: splitTime(chain.genesisTime + HOUR),
        },
        3n * FEE,
      ),
    );
    expect((await spend(chain, 20n)).code).toBe(0);
    expect(await spend(chain, 30n)).toMatchObject({ code: 2, log: expect.stringContaining('period limit: fee limit') });
    // Five hours later there is what is left of the whole limit, and the period begins anew.
    expect((await spend(chain, 5n * HOUR + 7n)).code).toBe(0);
    expect(await allowance(chain)).toEqual(
      periodic(
        {
          periodSpendLimit: coins(2n * FEE),
          periodCanSpend: coins(FEE),
          periodReset: splitTime(chain.genesisTime + 6n * HOUR + 7n),
        },
        FEE,
      ),
    );
    expect((await spend(chain, 5n * HOUR + 8n)).code).toBe(0);
    expect(await allowance(chain)).toBeUndefined();
  });

  it('that is wrong is refused', async () => {
    const chain = await TestChain.open();
    const limits = { periodSpendLimit: coins(5n), periodReset: splitTime(chain.genesisTime) };
    const refusals: readonly (readonly [Any, number, string])[] = [
      [periodic({}), 10, 'spend limit must be positive: invalid coins'],
      [periodic({ ...limits, periodCanSpend: coins(0n) }), 10, 'can spend amount is invalid: 0ahalley: invalid coins'],
      [periodic({ periodSpendLimit: coins(5n, 'stone') }, 6n), 10, 'different currency than basic spend limit'],
      [periodic({ ...limits, period: { seconds: -1n, nanos: 0 } }), 4, 'negative clock step: invalid duration'],
      [periodic({ ...limits, period: { seconds: 10_000_000_000n, nanos: 0 } }), 2, 'at most 292 years: tx parse error'],
      [periodic(limits, 0n), 10, 'send amount is invalid: 0ahalley: invalid coins'],
    ];
    for (const [each, code, text] of refusals)
      expect(await run(chain, alice, [give(each)])).toMatchObject({ code, log: expect.stringContaining(text) });
    expect(await allowance(chain)).toBeUndefined();
  });
});

it('an allowance for message types pays for no other', async () => {
  const chain = await TestChain.open();
  const limited = (limit: bigint) =>
    any(AllowedMsgAllowance, { allowance: basic(limit), allowedMessages: [MsgSend.typeUrl] });
  await succeed(chain, alice, give(limited(3n * FEE)));
  const both = [transfer(bob, carol, 1n), give(basic(), bob, carol)];
  expect(await run(chain, bob, both, alice)).toMatchObject({
    code: 7,
    codespace: 'feegrant',
    log: expect.stringContaining('message does not exist in allowed messages: message not allowed'),
  });
  expect((await run(chain, bob, [transfer(bob, carol, 1n)], alice)).code).toBe(0);
  expect(await allowance(chain)).toEqual(limited(2n * FEE));
});

it('refuses what the SDK refuses, with its codes', async () => {
  const chain = await TestChain.open();
  await succeed(chain, alice, give(basic(5n)));
  const refusals: readonly (readonly [Any, number, string, string])[] = [
    [give(basic(6n)), 18, 'sdk', 'fee allowance already exists: invalid request'],
    [give(basic(), alice, alice), 7, 'sdk', 'cannot self-grant fee authorization: invalid address'],
    [give(undefined, alice, carol), 5, 'feegrant', 'failed to get allowance: no allowance'],
    [give(basic(7n, chain.genesisTime), alice, carol), 18, 'sdk', 'expiration is before current block time'],
    [give(any(AllowedMsgAllowance, { allowance: basic() }), alice, carol), 6, 'feegrant', "shouldn't be empty"],
    [give(any(AllowedMsgAllowance, {}), alice, carol), 5, 'feegrant', 'allowance should not be empty'],
    [give(transfer(alice, bob, 1n), alice, carol), 2, 'sdk', 'unable to resolve type URL /cosmos.bank.v1beta1.MsgSend'],
    [end(alice, carol), 38, 'sdk', 'fee-grant not found: not found'],
    [end(alice, alice), 7, 'sdk', 'addresses must be different: invalid address'],
    [any(MsgGrantAllowance, { granter: textOf(alice), grantee: 'x' }), 1, 'undefined', 'decoding bech32 failed'],
  ];
  for (const [message, code, codespace, text] of refusals)
    expect(await run(chain, alice, [message]), text).toMatchObject({
      code,
      codespace,
      log: expect.stringContaining(text),
    });
  expect(await allowance(chain)).toEqual(basic(5n));
});

it('removes at most 200 expired allowances at the end of a block, and 75 more by message', async () => {
  const { allowances } = Object.fromEntries([
    [
      'allowances',
      Array.from({ length: 300 }, (_, i) => ({
        granter: textOf(alice),
        grantee: bech32Address(new Uint8Array(20).fill(1 + (i % 250), 0, 1 + (i % 19)), 'halley'),
        allowance: { '@type': BasicAllowance.typeUrl, spend_limit: [], expiration: '2025-01-01T01:00:00Z' },
      })),
    ],
  ]);
  const distinct = [...new Map(allowances?.map((each) => [each.grantee, each])).values()];
  const chain = await TestChain.open({
    edit: (state) => Object.assign(state, { feegrant: { allowances: distinct } }),
  });
  const count = async () => {
    const request = QueryAllowancesByGranterRequest.fromPartial({
      granter: textOf(alice),
      pagination: { limit: 1n, countTotal: true },
    });
    const { value } = await ask(chain, 'AllowancesByGranter', QueryAllowancesByGranterRequest.encode(request).finish());
    return Number(QueryAllowancesByGranterResponse.decode(value).pagination?.total);
  };
  expect(await count()).toBe(distinct.length);
  const pruned = await run(chain, bob, [any(MsgPruneAllowances, { pruner: textOf(bob) })], undefined, {
    at: 2n * HOUR,
  });
  expect(listed(pruned.events)).toEqual([['prune_feegrant', { pruner: textOf(bob), msg_index: '0' }]]);
  expect(await count()).toBe(Math.max(0, distinct.length - 275));
});

it('exports allowances, begins a chain with them again, and finds them by grantee', async () => {
  const chain = await TestChain.open();
  await succeed(chain, alice, give(basic(11n, chain.genesisTime + HOUR)));
  await succeed(
    chain,
    carol,
    give(any(AllowedMsgAllowance, { allowance: basic(13n), allowedMessages: ['/a.b.C'] }), carol),
  );
  const { feegrant } = exportAppState(chain.state.latest) as { feegrant: { allowances: readonly object[] } };
  expect(feegrant.allowances).toContainEqual({
    granter: textOf(alice),
    grantee: textOf(bob),
    allowance: {
      '@type': '/cosmos.feegrant.v1beta1.BasicAllowance',
      spend_limit: [{ denom: 'ahalley', amount: '11' }],
      expiration: '2025-01-01T01:00:00Z',
    },
  });
  const again = await TestChain.open({
    edit: (state) => Object.assign(state, { feegrant: structuredClone(feegrant) }),
  });
  expect((exportAppState(again.state.latest) as { feegrant: object }).feegrant).toEqual(feegrant);
  const ofBob = async () => {
    const request = QueryAllowancesRequest.fromPartial({ grantee: textOf(bob) });
    const { value } = await ask(again, 'Allowances', QueryAllowancesRequest.encode(request).finish());
    return QueryAllowancesResponse.decode(value)
      .allowances.map(({ granter }: Grant) => granter)
      .sort();
  };
  expect(await ofBob()).toEqual([textOf(alice), textOf(carol)].sort());
  await run(again, carol, [transfer(carol, bob, 1n)], undefined, { at: HOUR + 1n });
  expect(await ofBob()).toEqual([textOf(carol)]);
});

it('wallets sign the messages in amino JSON with the names of the SDK', () => {
  const amino = ({ typeUrl, value }: Any): unknown => MESSAGE_TYPES.get(typeUrl)?.read(value).amino();
  expect(amino(give(any(AllowedMsgAllowance, { allowance: basic(2n), allowedMessages: ['/a.b.C'] })))).toEqual({
    granter: textOf(alice),
    grantee: textOf(bob),
    allowance: {
      type: 'cosmos-sdk/AllowedMsgAllowance',
      value: {
        allowance: { type: 'cosmos-sdk/BasicAllowance', value: { spend_limit: coins(2n) } },
        allowed_messages: ['/a.b.C'],
      },
    },
  });
});
