/** Lets accounts send messages for others: what they may, how long, and what happens when they may not. */
import { GenericAuthorization, type GrantAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz';
import {
  QueryGranteeGrantsRequest,
  QueryGranteeGrantsResponse,
  QueryGranterGrantsRequest,
  QueryGranterGrantsResponse,
  QueryGrantsRequest,
  QueryGrantsResponse,
} from 'cosmjs-types/cosmos/authz/v1beta1/query';
import { MsgExec, MsgExecResponse, MsgGrant, MsgRevoke } from 'cosmjs-types/cosmos/authz/v1beta1/tx';
import { SendAuthorization } from 'cosmjs-types/cosmos/bank/v1beta1/authz';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { TxMsgData } from 'cosmjs-types/cosmos/base/abci/v1beta1/abci';
import { AuthorizationType, StakeAuthorization } from 'cosmjs-types/cosmos/staking/v1beta1/authz';
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Event, ExecTxResult } from '../../../../src/abci/application.js';
import { exportAppState } from '../../../../src/app/genesis.js';
import { MESSAGE_TYPES } from '../../../../src/app/modules/assembly.js';
import { balanceOf } from '../../../../src/app/modules/bank/store.js';
import { derivedOperator } from '../../../../src/app/modules/staking/operator.js';
import { readDelegation } from '../../../../src/app/modules/staking/store.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import type { Any } from '../../../../src/codec/cosmos/base.js';
import { MSG_ETHEREUM_TX_URL } from '../../../../src/codec/cosmos/msg_ethereum_tx.js';
import { MsgSetBalance } from '../../../../src/codec/dev/accounts.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { NANOS_PER_SECOND, splitTime } from '../../../../src/kernel/time.js';
import { TestChain } from '../../support/chain.js';
import { any, coins, signCosmos, textOf, transfer } from '../../support/cosmos.js';
import { type TestValidator, validatorsOf } from '../../support/validators.js';
import { COIN, type Dev, dev } from '../../support/wallet.js';

beforeAll(installFastCrypto);

const [alice, bob, carol] = [dev(0), dev(3), dev(5)];
const [A, B] = validatorsOf(10n, 20n) as [TestValidator, TestValidator];
const operator = ({ address }: TestValidator): string => bech32Address(derivedOperator(address), 'halleyvaloper');

const upTo = (amount: bigint, ...allowed: readonly Dev[]): Any =>
  any(SendAuthorization, { spendLimit: coins(amount), allowList: allowed.map(textOf) });
const every = (msg: string): Any => any(GenericAuthorization, { msg });
const grant = (from: Dev, to: Dev, authorization: Any | undefined, until?: bigint): Any =>
  any(MsgGrant, {
    granter: textOf(from),
    grantee: textOf(to),
    grant: { authorization, ...(until !== undefined && { expiration: splitTime(until) }) },
  });
const revoke = (from: Dev, to: Dev, msgTypeUrl: string): Any =>
  any(MsgRevoke, { granter: textOf(from), grantee: textOf(to), msgTypeUrl });
const exec = (by: Dev, ...msgs: readonly Any[]): Any => any(MsgExec, { grantee: textOf(by), msgs });

const open = (): Promise<TestChain> => TestChain.open({ validators: [A, B] });

/** Runs a transaction in a block of its own, at an offset from the genesis if there is one. */
async function run(chain: TestChain, from: Dev, messages: readonly Any[], at?: bigint): Promise<ExecTxResult> {
  const request = chain.blockRequest([signCosmos(chain, from, messages)]);
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

const listed = (events: readonly Event[], ...types: readonly string[]): unknown[] =>
  events
    .filter(({ type }) => types.includes(type))
    .map(({ type, attributes }) => [type, Object.fromEntries(attributes.map(({ key, value }) => [key, value]))]);

async function ask(chain: TestChain, method: string, data: Uint8Array) {
  const path = `/cosmos.authz.v1beta1.Query/${method}`;
  return chain.app.query({ path, data, height: 0n, prove: false });
}

/** Returns what one account may do for another. */
async function granted(chain: TestChain, from: Dev, to: Dev) {
  const request = QueryGrantsRequest.fromPartial({ granter: textOf(from), grantee: textOf(to) });
  const { value } = await ask(chain, 'Grants', QueryGrantsRequest.encode(request).finish());
  return QueryGrantsResponse.decode(value).grants;
}

const balance = (chain: TestChain, { bytes }: Dev): bigint => balanceOf(chain.state.latest, bytes, 'ahalley');

describe('an authorization to send', () => {
  it('covers sends to its list up to its limit, and ends when it is used up', async () => {
    const chain = await open();
    const given = await succeed(chain, alice, grant(alice, bob, upTo(5n, carol)));
    const parties = {
      grantee: `"${textOf(bob)}"`,
      granter: `"${textOf(alice)}"`,
      msg_type_url: `"${MsgSend.typeUrl}"`,
    };
    expect(listed(given.events, 'cosmos.authz.v1beta1.EventGrant')).toEqual([
      ['cosmos.authz.v1beta1.EventGrant', { ...parties, msg_index: '0' }],
    ]);
    const [before, spent] = [balance(chain, carol), balance(chain, alice)];
    const sent = await succeed(chain, bob, exec(bob, transfer(alice, carol, 2n)));
    expect([balance(chain, carol) - before, spent - balance(chain, alice)]).toEqual([2n, 2n]);
    expect(listed(sent.events, 'transfer').at(-1)).toEqual([
      'transfer',
      { recipient: textOf(carol), sender: textOf(alice), amount: '2ahalley', authz_msg_index: '0', msg_index: '0' },
    ]);
    const [response] = TxMsgData.decode(sent.data).msgResponses;
    expect(response?.typeUrl).toBe('/cosmos.authz.v1beta1.MsgExecResponse');
    expect(MsgExecResponse.decode(response?.value ?? new Uint8Array()).results).toEqual([new Uint8Array()]);
    expect((await granted(chain, alice, bob)).map(({ authorization }) => authorization)).toEqual([upTo(3n, carol)]);

    const [over, other] = [transfer(alice, carol, 4n), transfer(alice, bob, 1n)];
    expect(await run(chain, bob, [exec(bob, over)])).toMatchObject({
      code: 5,
      log: expect.stringContaining('requested amount is more than spend limit: insufficient funds'),
    });
    expect(await run(chain, bob, [exec(bob, other)])).toMatchObject({
      code: 4,
      log: expect.stringContaining(`cannot send to ${textOf(bob)} address: unauthorized`),
    });
    // Neither has used anything up.
    const last = await succeed(chain, bob, exec(bob, transfer(alice, carol, 1n), transfer(alice, carol, 2n)));
    expect(listed(last.events, 'cosmos.authz.v1beta1.EventRevoke')).toEqual([
      ['cosmos.authz.v1beta1.EventRevoke', { ...parties, msg_index: '0' }],
    ]);
    expect(await granted(chain, alice, bob)).toEqual([]);
    expect(await run(chain, bob, [exec(bob, transfer(alice, carol, 1n))])).toMatchObject({
      code: 2,
      codespace: 'authz',
      log: expect.stringContaining(
        `failed to get grant with given granter: ${textOf(alice)}, grantee: ${textOf(bob)} & msgType: ${MsgSend.typeUrl} : authorization not found`,
      ),
    });
  });

  it('takes nothing when a later message of the transaction fails, whose failure names it', async () => {
    const chain = await open();
    await succeed(chain, alice, grant(alice, bob, upTo(COIN)));
    const poor = transfer(bob, carol, 10n ** 30n);
    const result = await run(chain, bob, [exec(bob, transfer(alice, carol, 7n), poor)]);
    const text = `from_address:"${textOf(bob)}" to_address:"${textOf(carol)}" amount:<denom:"ahalley" amount:"${10n ** 30n}" > `;
    expect(result.log).toContain(
      `failed to execute message; message index: 0: failed to execute message; message ${text}: spendable balance`,
    );
    expect(result).toMatchObject({ code: 5, codespace: 'sdk' });
    expect((await granted(chain, alice, bob)).map(({ authorization }) => authorization)).toEqual([upTo(COIN)]);
  });
});

describe('an authorization to stake', () => {
  const delegate = (from: Dev, to: TestValidator, amount: bigint): Any =>
    any(MsgDelegate, { delegatorAddress: textOf(from), validatorAddress: operator(to), amount: coins(amount)[0] });
  const stake = (value: object): Any =>
    any(StakeAuthorization, { authorizationType: AuthorizationType.AUTHORIZATION_TYPE_DELEGATE, ...value });
  const shares = (chain: TestChain, of: TestValidator) =>
    readDelegation(chain.state.latest, alice.bytes, derivedOperator(of.address))?.shares;

  it('covers the listed validators up to its limit', async () => {
    const chain = await open();
    const listedOnly = stake({ maxTokens: coins(9n)[0], allowList: { address: [operator(A)] } });
    await succeed(chain, alice, grant(alice, bob, listedOnly));
    expect((await run(chain, bob, [exec(bob, delegate(alice, B, 2n))])).log).toContain(
      `cannot delegate/undelegate to ${operator(B)} validator: unauthorized`,
    );
    expect((await run(chain, bob, [exec(bob, delegate(alice, A, 11n))])).log).toContain(
      'negative coin amount: -2ahalley',
    );
    await succeed(chain, bob, exec(bob, delegate(alice, A, 4n)));
    expect(shares(chain, A)).toBe(4n * COIN);
    await succeed(chain, bob, exec(bob, delegate(alice, A, 5n)));
    expect(await granted(chain, alice, bob)).toEqual([]);
  });

  it('covers all but the denied validators without a limit', async () => {
    const chain = await open();
    const denied = stake({ denyList: { address: [operator(A)] } });
    await succeed(chain, alice, grant(alice, bob, denied));
    expect((await run(chain, bob, [exec(bob, delegate(alice, A, 2n))])).code).toBe(4);
    await succeed(chain, bob, exec(bob, delegate(alice, B, 3n)));
    expect((await granted(chain, alice, bob)).map(({ authorization }) => authorization)).toEqual([denied]);
  });
});

describe('a grant', () => {
  const HOUR = 3_600n * NANOS_PER_SECOND;

  it('is good at its last nanosecond, and gone after it', async () => {
    const chain = await open();
    const until = chain.genesisTime + HOUR;
    await succeed(chain, alice, grant(alice, bob, every(MsgSend.typeUrl), until));
    await succeed(chain, alice, grant(alice, carol, every(MsgSend.typeUrl), until + 1n));
    expect((await run(chain, bob, [exec(bob, transfer(alice, bob, 3n))], HOUR)).code).toBe(0);
    expect((await granted(chain, alice, bob)).map(({ expiration }) => expiration)).toEqual([splitTime(until)]);
    expect(await run(chain, bob, [exec(bob, transfer(alice, bob, 3n))], HOUR + 1n)).toMatchObject({ code: 2 });
    expect(await granted(chain, alice, bob)).toEqual([]);
    expect(await granted(chain, alice, carol)).toHaveLength(1);
  });

  it('that another one replaces has the time of the other', async () => {
    const chain = await open();
    await succeed(chain, alice, grant(alice, bob, every(MsgSend.typeUrl), chain.genesisTime + HOUR));
    await succeed(chain, alice, grant(alice, bob, upTo(8n), chain.genesisTime + 2n * HOUR));
    await run(chain, carol, [transfer(carol, bob, 1n)], HOUR + 1n);
    expect(await granted(chain, alice, bob)).toMatchObject([{ authorization: upTo(8n) }]);
    const late = 253_402_300_799n * NANOS_PER_SECOND;
    await succeed(chain, alice, grant(alice, bob, upTo(9n), late));
    expect(await granted(chain, alice, bob)).toMatchObject([{ expiration: splitTime(late) }]);
    await succeed(chain, alice, grant(alice, bob, upTo(9n)));
    await run(chain, carol, [transfer(carol, bob, 1n)], 2n * HOUR + 1n);
    expect(await granted(chain, alice, bob)).toMatchObject([{ authorization: upTo(9n), expiration: undefined }]);
    await succeed(chain, alice, revoke(alice, bob, MsgSend.typeUrl));
    expect(await granted(chain, alice, bob)).toEqual([]);
  });

  it('is refused as in the SDK, and a refusal changes nothing', async () => {
    const chain = await open();
    const now = chain.genesisTime;
    const refusals: readonly (readonly [Any, number, string, string])[] = [
      [grant(alice, alice, every(MsgSend.typeUrl)), 7, 'authz', 'grantee and granter should be different'],
      [grant(alice, bob, undefined), 29, 'sdk', 'authorization is nil: invalid type'],
      [grant(alice, bob, every('')), 1, 'undefined', 'msg type cannot be empty'],
      [grant(alice, bob, every('/x.y.MsgZ')), 29, 'sdk', "/x.y.MsgZ doesn't exist.: invalid type"],
      [grant(alice, bob, every(MsgSetBalance.typeUrl)), 29, 'sdk', "doesn't exist.: invalid type"],
      [grant(alice, bob, every(MsgSend.typeUrl), now), 3, 'authz', '(2025-01-01T00:00:'],
      [grant(alice, bob, any(SendAuthorization, {})), 10, 'sdk', 'spend limit cannot be nil: invalid coins'],
      [grant(alice, bob, upTo(0n)), 10, 'sdk', 'spend limit must be positive: invalid coins'],
      [grant(alice, bob, upTo(1n, carol, carol)), 8, 'bank', 'duplicate entry'],
      [grant(alice, bob, any(StakeAuthorization, {})), 4, 'authz', 'unknown authorization type'],
      [grant(alice, bob, any(StakeAuthorization, { authorizationType: 9 })), 4, 'authz', 'cannot normalize'],
      [grant(alice, bob, any(MsgSend, {})), 2, 'sdk', 'unable to resolve type URL /cosmos.bank.v1beta1.MsgSend'],
      [revoke(alice, bob, MsgSend.typeUrl), 2, 'authz', 'authorization not found'],
      [revoke(alice, bob, ''), 18, 'sdk', 'missing msg method name: invalid request'],
      [exec(alice), 18, 'sdk', 'messages cannot be empty: invalid request'],
      [exec(alice, any(MsgGrant, {})), 7, 'sdk', 'invalid granter address'],
      [
        exec(alice, { typeUrl: '/x.y.MsgZ', value: new Uint8Array() }),
        2,
        'sdk',
        'unable to resolve type URL /x.y.MsgZ',
      ],
      [exec(alice, { ...any(MsgSend, {}), typeUrl: MsgSetBalance.typeUrl }), 2, 'sdk', 'unable to resolve type URL'],
      [exec(alice, { ...any(MsgSend, {}), typeUrl: MSG_ETHEREUM_TX_URL }), 4, 'sdk', 'found disabled msg type'],
      [grant(alice, bob, every(MSG_ETHEREUM_TX_URL)), 4, 'sdk', `disabled msg type: ${MSG_ETHEREUM_TX_URL}: unauth`],
      [exec(alice, grant(alice, bob, every(MSG_ETHEREUM_TX_URL))), 4, 'sdk', 'found disabled msg type'],
      [nested(6), 4, 'sdk', 'found more nested msgs than permitted; got: 7, expected: <7: unauthorized'],
      [exec(alice, nested(1), nested(2), nested(3)), 4, 'sdk', 'got: 7, expected: <7: unauthorized'],
    ];
    for (const [message, code, codespace, text] of refusals) {
      const result = await run(chain, alice, [message]);
      expect(result, text).toMatchObject({ code, codespace, log: expect.stringContaining(text) });
      expect((exportAppState(chain.state.latest) as Record<string, unknown>)['authz']).toBeUndefined();
    }
    const six = await run(
      chain,
      alice,
      Array.from({ length: 6 }, () => nested(1)),
    );
    expect(six).toMatchObject({ code: 4, log: expect.stringContaining('got: 7, expected: <7: unauthorized') });
    await succeed(chain, alice, nested(5));
    await succeed(chain, alice, ...Array.from({ length: 5 }, () => nested(1)));
    await succeed(chain, alice, exec(alice, nested(1), nested(2), nested(2)));
  });

  /** Puts a send of one's own into as many messages as `depth`. */
  const nested = (depth: number): Any =>
    Array.from({ length: depth }).reduce<Any>((inner) => exec(alice, inner), transfer(alice, bob, 1n));

  it('is found by its granter and by its grantee, page by page', async () => {
    const chain = await open();
    const sends = every(MsgSend.typeUrl);
    await succeed(
      chain,
      alice,
      grant(alice, bob, sends),
      grant(alice, carol, upTo(3n)),
      grant(alice, bob, every(MsgDelegate.typeUrl)),
    );
    await succeed(chain, carol, grant(carol, bob, upTo(4n)));
    const paged = (key: Uint8Array = new Uint8Array()) => ({ pagination: { key, limit: 2n } });
    const ofAlice = QueryGranterGrantsRequest.fromPartial({ granter: textOf(alice), ...paged() });
    const first = QueryGranterGrantsResponse.decode(
      (await ask(chain, 'GranterGrants', QueryGranterGrantsRequest.encode(ofAlice).finish())).value,
    );
    const rest = QueryGranterGrantsRequest.fromPartial({
      granter: textOf(alice),
      ...paged(first.pagination?.nextKey),
    });
    const second = QueryGranterGrantsResponse.decode(
      (await ask(chain, 'GranterGrants', QueryGranterGrantsRequest.encode(rest).finish())).value,
    );
    const pairs = (grants: readonly GrantAuthorization[]) =>
      grants.map(({ grantee, authorization }) => [grantee, authorization]);
    expect([first.grants.length, second.grants.length]).toEqual([2, 1]);
    expect(pairs([...first.grants, ...second.grants])).toEqual(
      expect.arrayContaining([
        [textOf(bob), sends],
        [textOf(bob), every(MsgDelegate.typeUrl)],
        [textOf(carol), upTo(3n)],
      ]),
    );
    const ofBob = QueryGranteeGrantsRequest.fromPartial({ grantee: textOf(bob) });
    const found = QueryGranteeGrantsResponse.decode(
      (await ask(chain, 'GranteeGrants', QueryGranteeGrantsRequest.encode(ofBob).finish())).value,
    );
    expect(found.grants.map(({ granter }) => granter).sort()).toEqual(
      [textOf(alice), textOf(alice), textOf(carol)].sort(),
    );
    const missing = QueryGrantsRequest.fromPartial({
      granter: textOf(bob),
      grantee: textOf(alice),
      msgTypeUrl: MsgSend.typeUrl,
    });
    const refusal = await ask(chain, 'Grants', QueryGrantsRequest.encode(missing).finish());
    expect(refusal.log).toContain(`authorization not found for ${MsgSend.typeUrl} type: authorization not found`);
  });

  it('is in exported genesis documents, and begins a chain again with its time', async () => {
    const chain = await open();
    const stakes = any(StakeAuthorization, {
      authorizationType: AuthorizationType.AUTHORIZATION_TYPE_REDELEGATE,
      denyList: { address: [operator(B)] },
    });
    await succeed(
      chain,
      alice,
      grant(alice, bob, upTo(6n, carol), chain.genesisTime + HOUR),
      grant(alice, bob, stakes),
    );
    const { authz } = exportAppState(chain.state.latest) as { authz: object };
    expect(authz).toEqual({
      authorization: expect.arrayContaining([
        {
          granter: textOf(alice),
          grantee: textOf(bob),
          authorization: {
            '@type': '/cosmos.bank.v1beta1.SendAuthorization',
            spend_limit: [{ denom: 'ahalley', amount: '6' }],
            allow_list: [textOf(carol)],
          },
          expiration: '2025-01-01T01:00:00Z',
        },
        {
          granter: textOf(alice),
          grantee: textOf(bob),
          authorization: {
            '@type': '/cosmos.staking.v1beta1.StakeAuthorization',
            max_tokens: null,
            deny_list: { address: [operator(B)] },
            authorization_type: 'AUTHORIZATION_TYPE_REDELEGATE',
          },
          expiration: null,
        },
      ]),
    });
    const again = await TestChain.open({ edit: (state) => Object.assign(state, { authz: structuredClone(authz) }) });
    expect((exportAppState(again.state.latest) as { authz: object }).authz).toEqual(authz);
    await run(again, carol, [transfer(carol, bob, 1n)], HOUR + 1n);
    expect(await granted(again, alice, bob)).toMatchObject([{ authorization: stakes }]);
    const bad = (entry: object) =>
      TestChain.open({ edit: (state) => Object.assign(state, { authz: { authorization: [entry] } }) });
    const entry = { granter: textOf(alice), grantee: textOf(bob) };
    await expect(bad(entry)).rejects.toThrow('app_state.authz.authorization[0].authorization is missing');
    const unknown = { ...entry, authorization: { '@type': '/ibc.applications.transfer.v1.TransferAuthorization' } };
    await expect(bad(unknown)).rejects.toThrow('TransferAuthorization');
    const empty = { ...entry, authorization: { '@type': '/cosmos.bank.v1beta1.SendAuthorization' } };
    await expect(bad(empty)).rejects.toThrow('spend limit cannot be nil');
  });
});

it('wallets sign the messages in amino JSON with the names of the SDK', () => {
  const amino = ({ typeUrl, value }: Any): unknown => MESSAGE_TYPES.get(typeUrl)?.read(value).amino();
  expect(amino(grant(alice, bob, upTo(6n), 1_700_000_000_000_000_005n))).toEqual({
    granter: textOf(alice),
    grantee: textOf(bob),
    grant: {
      authorization: {
        type: 'cosmos-sdk/SendAuthorization',
        value: { spend_limit: [{ denom: 'ahalley', amount: '6' }] },
      },
      expiration: '2023-11-14T22:13:20.000000005Z',
    },
  });
  const allowList = { address: [operator(A)] };
  expect(amino(grant(alice, bob, any(StakeAuthorization, { authorizationType: 1, allowList })))).toMatchObject({
    grant: {
      authorization: {
        type: 'cosmos-sdk/StakeAuthorization',
        value: {
          authorization_type: 1,
          Validators: { type: 'cosmos-sdk/StakeAuthorization/AllowList', value: { allow_list: allowList } },
        },
      },
    },
  });
  expect(amino(exec(bob, transfer(alice, carol, 2n)))).toEqual({
    grantee: textOf(bob),
    msgs: [
      {
        type: 'cosmos-sdk/MsgSend',
        value: { from_address: textOf(alice), to_address: textOf(carol), amount: coins(2n) },
      },
    ],
  });
});
