/** Makes vesting accounts, and spends, delegates and exports what they have. */

import { QueryAccountRequest, QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query';
import { QuerySpendableBalancesRequest, QuerySpendableBalancesResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import {
  MsgCreatePeriodicVestingAccount,
  MsgCreatePermanentLockedAccount,
  MsgCreateVestingAccount,
} from 'cosmjs-types/cosmos/vesting/v1beta1/tx';
import {
  ContinuousVestingAccount,
  DelayedVestingAccount,
  PeriodicVestingAccount,
  PermanentLockedAccount,
} from 'cosmjs-types/cosmos/vesting/v1beta1/vesting';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportAppState } from '../../../../src/app/genesis.js';
import { storedAccountRecord } from '../../../../src/app/modules/auth/store.js';
import { lockedBalanceOf } from '../../../../src/app/modules/bank/store.js';
import type { Any } from '../../../../src/codec/cosmos/base.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { NANOS_PER_SECOND } from '../../../../src/kernel/time.js';
import { type AppStateJson, TestChain } from '../../support/chain.js';
import { any, coins, textOf } from '../../support/cosmos.js';
import { A, alice, B, bob, emptyBlock, gov, open, operator, run, stake, succeed } from '../../support/gov.js';
import { doubleSign } from '../../support/validators.js';
import { accountAt, COIN, type Dev, GWEI, sign } from '../../support/wallet.js';

beforeAll(installFastCrypto);

const [vera, dan, pia, lou, ida] = [40, 41, 42, 43, 44].map(accountAt) as [Dev, Dev, Dev, Dev, Dev];

const START = 1_735_689_600n; // Time of the genesis in seconds.
const inSeconds = (seconds: bigint): bigint => START + seconds;

const continuous = (to: Dev, amount: bigint, more: object = {}): Any =>
  any(MsgCreateVestingAccount, {
    fromAddress: textOf(alice),
    toAddress: textOf(to),
    amount: coins(amount),
    endTime: inSeconds(1003n),
    delayed: false,
    ...more,
  });
const permanent = (to: Dev, amount: bigint): Any =>
  any(MsgCreatePermanentLockedAccount, { fromAddress: textOf(alice), toAddress: textOf(to), amount: coins(amount) });
const periodic = (to: Dev, more: object = {}): Any =>
  any(MsgCreatePeriodicVestingAccount, {
    fromAddress: textOf(alice),
    toAddress: textOf(to),
    startTime: inSeconds(10n),
    vestingPeriods: [
      { length: 100n, amount: coins(3n * COIN) },
      { length: 200n, amount: coins(5n * COIN) },
    ],
    ...more,
  });
const give = (from: Dev, to: Dev, amount: bigint): Any =>
  any(MsgSend, { fromAddress: textOf(from), toAddress: textOf(to), amount: coins(amount) });
const at = (seconds: bigint): bigint => seconds * NANOS_PER_SECOND;

const lockedAt = (chain: TestChain, of: Dev, seconds: bigint): bigint =>
  lockedBalanceOf(chain.state.latest, of.bytes, 'ahalley', chain.genesisTime + at(seconds)).locked;

async function query<T>(chain: TestChain, path: string, data: Uint8Array, decode: (bytes: Uint8Array) => T) {
  const { log, value } = await chain.app.query({ path, data, height: 0n, prove: false });
  expect(log).toBe('');
  return decode(value);
}

const spendable = async (chain: TestChain, of: Dev): Promise<string | undefined> => {
  const data = QuerySpendableBalancesRequest.encode(
    QuerySpendableBalancesRequest.fromPartial({ address: textOf(of) }),
  ).finish();
  const path = '/cosmos.bank.v1beta1.Query/SpendableBalances';
  const { balances } = await query(chain, path, data, QuerySpendableBalancesResponse.decode);
  return balances[0]?.amount;
};

const account = async (chain: TestChain, of: Dev) => {
  const data = QueryAccountRequest.encode({ address: textOf(of) }).finish();
  const answer = await query(chain, '/cosmos.auth.v1beta1.Query/Account', data, QueryAccountResponse.decode);
  return answer.account as NonNullable<typeof answer.account>;
};

/** Opens a chain on which every kind of account got coins in block 3, in its third second. */
async function openVested(): Promise<TestChain> {
  const chain = await open();
  await succeed(
    chain,
    alice,
    continuous(vera, 10n * COIN),
    continuous(dan, 20n * COIN, { delayed: true, endTime: inSeconds(500n) }),
    periodic(pia),
    permanent(lou, 30n * COIN),
  );
  return chain;
}

describe('a vesting account', () => {
  it('is what clients decode, with number and sequence', async () => {
    const chain = await openVested();
    const [ofVera, ofDan, ofPia, ofLou] = await Promise.all([vera, dan, pia, lou].map((each) => account(chain, each)));
    expect(ofVera?.typeUrl).toBe('/cosmos.vesting.v1beta1.ContinuousVestingAccount');
    expect(ContinuousVestingAccount.decode(ofVera?.value as Uint8Array)).toMatchObject({
      startTime: inSeconds(3n),
      baseVestingAccount: {
        baseAccount: { address: textOf(vera) },
        originalVesting: coins(10n * COIN),
        endTime: inSeconds(1003n),
      },
    });
    expect(DelayedVestingAccount.decode(ofDan?.value as Uint8Array).baseVestingAccount?.endTime).toBe(inSeconds(500n));
    expect(PeriodicVestingAccount.decode(ofPia?.value as Uint8Array)).toMatchObject({
      vestingPeriods: [{ length: 100n }, { length: 200n, amount: coins(5n * COIN) }],
      baseVestingAccount: { endTime: inSeconds(310n) },
    });
    const locked = PermanentLockedAccount.decode(ofLou?.value as Uint8Array).baseVestingAccount;
    const numbers = [ofVera, ofDan].map(
      (each) =>
        ContinuousVestingAccount.decode(each?.value as Uint8Array).baseVestingAccount?.baseAccount?.accountNumber,
    );
    expect(locked?.baseAccount?.accountNumber).toBe((numbers[1] as bigint) + 2n);
    expect(numbers[1]).toBe((numbers[0] as bigint) + 1n);
  });

  it('has its coins free by its schedule', async () => {
    const chain = await openVested();
    const locked = (of: Dev, ...seconds: bigint[]) => seconds.map((second) => lockedAt(chain, of, second));
    expect(locked(vera, 3n, 253n, 1002n, 1003n)).toEqual([10n * COIN, (75n * COIN) / 10n, COIN / 100n, 0n]);
    expect(locked(dan, 3n, 499n, 500n)).toEqual([20n * COIN, 20n * COIN, 0n]);
    expect(locked(pia, 10n, 109n, 110n, 309n, 310n)).toEqual([8n, 8n, 5n, 5n, 0n].map((units) => units * COIN));
    expect(locked(lou, 3n, 10n ** 9n)).toEqual([30n * COIN, 30n * COIN]);
    await emptyBlock(chain, at(253n));
    expect(await spendable(chain, vera)).toBe(((25n * COIN) / 10n).toString());
    expect(await spendable(chain, lou)).toBe('0');
  });

  it('spends what is free and no more, by either kind of transaction', async () => {
    const chain = await openVested();
    await succeed(chain, alice, give(alice, vera, COIN));
    const fee = 10n ** 16n;
    const tooMuch = await run(chain, vera, [give(vera, bob, 3n * COIN)], at(103n));
    expect(tooMuch).toMatchObject({
      code: 5,
      log: `failed to execute message; message index: 0: spendable balance ${2n * COIN - fee}ahalley is smaller than ${3n * COIN}ahalley: insufficient funds`,
    });
    await emptyBlock(chain, at(103n));
    const free = chain.balance(vera.bytes) - lockedAt(chain, vera, 103n);
    const pay = (value: bigint) => sign(chain, vera, { to: bob.address, value, gas: 21_000n });
    const refused = await chain.check(await pay(free));
    expect(refused.log).toContain(`insufficient funds for gas * price + value: balance ${free}, tx cost `);
    const mined = async (value: bigint) => {
      const request = chain.blockRequest([chain.wrap(await pay(value))]);
      const { results } = await chain.run({ ...request, time: chain.genesisTime + at(103n) });
      return results[0]?.code;
    };
    expect(await mined(free)).toBe(5);
    expect(await mined(free - 21_000n * 10n * GWEI)).toBe(0);
  });

  it('delegates locked coins first, and gets free ones back first', async () => {
    const chain = await openVested();
    await succeed(chain, alice, give(alice, vera, 4n * COIN));
    const terms = () => storedAccountRecord(chain.state.latest, vera.bytes)?.vesting;
    expect((await run(chain, vera, [stake(vera, A, 15n)])).log).toMatch(
      /failed to delegate; \d+ahalley is smaller than 15000000000000000000ahalley: insufficient funds$/,
    );
    expect((await run(chain, vera, [stake(vera, A, 12n)], at(503n))).log).toBe('');
    expect(terms()).toMatchObject({ delegatedVesting: coins(5n * COIN), delegatedFree: coins(7n * COIN) });
    expect(lockedAt(chain, vera, 503n)).toBe(0n);
    const undelegate = any(MsgUndelegate, {
      delegatorAddress: textOf(vera),
      validatorAddress: operator(A),
      amount: coins(9n * COIN)[0],
    });
    expect((await run(chain, vera, [undelegate], at(503n))).log).toBe('');
    await emptyBlock(chain, at(503n + 22n * 86_400n));
    expect(terms()).toMatchObject({ delegatedVesting: coins(3n * COIN), delegatedFree: [] });
  });

  it('has what a slash took as delegated forever, and continues so in another chain', async () => {
    const chain = await openVested();
    await succeed(chain, alice, give(alice, vera, 4n * COIN));
    expect((await run(chain, vera, [stake(vera, A, 12n)], at(503n))).log).toBe('');
    const time = chain.genesisTime + at(504n);
    const offence = doubleSign(chain, { ...A, power: 62n }, { time });
    await chain.run({ ...chain.blockRequest([]), time, misbehavior: [offence] });
    const imported = await TestChain.open({
      validators: [{ ...B, power: 33n }],
      edit: (state) => Object.assign(state, structuredClone(exportAppState(chain.state.latest))),
    });
    const undelegate = any(MsgUndelegate, {
      delegatorAddress: textOf(vera),
      validatorAddress: operator(A),
      // A twentieth was taken.
      amount: coins((114n * COIN) / 10n)[0],
    });
    const ends: unknown[] = [];
    for (const each of [chain, imported]) {
      expect((await run(each, vera, [undelegate], at(505n))).log).toBe('');
      await emptyBlock(each, at(505n + 22n * 86_400n));
      ends.push(storedAccountRecord(each.state.latest, vera.bytes)?.vesting);
    }
    expect(ends[0]).toMatchObject({ delegatedVesting: coins((6n * COIN) / 10n), delegatedFree: [] });
    expect(ends[1]).toEqual(ends[0]);
    expect(imported.balance(vera.bytes)).toBe(chain.balance(vera.bytes));
  });

  it('is in exported documents, which begin a chain with the same locks', async () => {
    const chain = await openVested();
    await succeed(chain, alice, continuous(ida, 9n, { endTime: 1n }));
    expect((await run(chain, lou, [stake(lou, A, 1n)])).log).toContain('spendable balance 0ahalley');
    const { auth, bank } = structuredClone(exportAppState(chain.state.latest)) as AppStateJson;
    const again = await TestChain.open({
      edit(state) {
        const accounts = auth.accounts.filter((each: AppStateJson) => each['base_vesting_account']);
        const named: unknown[] = [vera, dan, pia, lou, ida].map(textOf);
        state['auth'].accounts = accounts;
        state['bank'].balances = bank.balances.filter(({ address }: AppStateJson) => named.includes(address));
        state['bank'].supply = [];
      },
    });
    const vesting = (from: TestChain) =>
      (exportAppState(from.state.latest) as { auth: { accounts: AppStateJson[] } }).auth.accounts.filter(
        (each) => each['base_vesting_account'],
      );
    expect(vesting(again)).toEqual(vesting(chain));
    expect(lockedAt(again, pia, 110n)).toBe(5n * COIN);
    expect((await run(again, lou, [give(lou, bob, 7n)])).code).toBe(5);
    const bad = TestChain.open({
      edit: (state) => {
        const [first] = structuredClone(vesting(chain));
        state['auth'].accounts = [
          { ...first, base_vesting_account: { ...first?.['base_vesting_account'], end_time: '-1' } },
        ];
      },
    });
    await expect(bad).rejects.toThrow('end_time is "-1": expected a whole number');
  });
});

describe('making a vesting account', () => {
  it.each<[string, Any, string]>([
    ['of one that exists', continuous(bob, 5n), `account ${textOf(bob)} already exists: invalid request`],
    ['without an end', continuous(vera, 5n, { endTime: 0n }), 'invalid end time: invalid request'],
    ['without coins', continuous(vera, 5n, { amount: [] }), ': invalid coins'],
    ['of a module', continuous(vera, 5n, { toAddress: gov }), `${gov} is not allowed to receive funds: unauthorized`],
    [
      'without periods',
      periodic(vera, { vestingPeriods: [] }),
      'vesting start-time cannot be before end-time: invalid request',
    ],
    [
      'with an empty period',
      periodic(vera, { vestingPeriods: [{ length: 0n, amount: coins(5n) }] }),
      'invalid period length of 0 in period 0, length must be greater than 0: invalid request',
    ],
    [
      'before time began',
      periodic(vera, { startTime: 0n }),
      'invalid start time of 0, length must be greater than 0: invalid request',
    ],
    [
      'with thousands of denoms',
      periodic(vera, {
        vestingPeriods: Array.from({ length: 20_000 }, (_, i) => ({
          length: 1n,
          amount: [{ denom: `coin${i}`, amount: '7' }],
        })),
      }),
      'out of gas',
    ],
    [
      'with more coins than there are',
      permanent(vera, 10n ** 30n),
      `is smaller than ${10n ** 30n}ahalley: insufficient funds`,
    ],
  ])('is refused %s, and changes nothing', async (_, message, text) => {
    const chain = await open({ edit: (state) => Object.assign(state, { gov: {} }) });
    await succeed(chain, alice, give(alice, bob, 1n));
    const result = await run(chain, alice, [message]);
    expect(result.log.endsWith(text) ? text : result.log).toBe(text);
    expect(storedAccountRecord(chain.state.latest, vera.bytes)).toBeUndefined();
  });

  it('costs other accounts nothing', async () => {
    const chain = await open();
    const gas = async (): Promise<bigint> => (await succeed(chain, alice, give(alice, bob, 1n))).gasUsed;
    const before = await gas();
    await succeed(chain, alice, permanent(lou, 5n));
    expect(await gas()).toBeGreaterThan(before);
  });
});
