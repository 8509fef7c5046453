/** Compares the application's validator set with the one that a CometBFT engine computes from the updates. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/abci/application.js';
import { balanceOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { devErrorReason } from '../../../../src/app/modules/dev/define_dev_message.js';
import { stakingProblem } from '../../../../src/app/modules/staking/invariants.js';
import { derivedOperator, operatorOf } from '../../../../src/app/modules/staking/operator.js';
import { BONDED_POOL, NOT_BONDED_POOL } from '../../../../src/app/modules/staking/pools.js';
import {
  readLastPowers,
  readStakingParams,
  validatorByConsensusAddress,
} from '../../../../src/app/modules/staking/store.js';
import type { Validator } from '../../../../src/app/modules/staking/validator.js';
import { openAppState } from '../../../../src/app/state/open.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import {
  MAX_TOTAL_VOTING_POWER,
  newValidatorSet,
  updateValidatorSet,
  validatorUpdatesProblem,
} from '../../../../src/consensus/types/validator_set.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { toUpperHex } from '../../../../src/kernel/hex.js';
import { draws } from '../../../support/draws.js';
import { DevTxRefused, TestChain } from '../../support/chain.js';
import { doubleSign, punish, type TestValidator, validatorsOf } from '../../support/validators.js';
import { COIN, dev, sign } from '../../support/wallet.js';

beforeAll(installFastCrypto);

const GENESIS_SUPPLY = 400_000n * COIN;
const DAY = 86_400_000_000_000n;

const pool = (chain: TestChain, bonded: boolean): bigint =>
  balanceOf(chain.state.latest, (bonded ? BONDED_POOL : NOT_BONDED_POOL).address, 'ahalley');

function validatorAt(chain: TestChain, { address }: TestValidator): Validator {
  const found = validatorByConsensusAddress(chain.state.latest, address);
  if (found === undefined) throw new Error('there is no such validator');
  return found.validator;
}

function refusal(call: () => void): DevTxRefused {
  try {
    call();
  } catch (error) {
    if (error instanceof DevTxRefused) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const ascending = (a: bigint, b: bigint): number => Number(a - b);
const powersOf = (updates: readonly { readonly power: bigint }[]): bigint[] => updates.map(({ power }) => power);
const said = (events: readonly Event[], types: readonly string[]): unknown[] =>
  events
    .filter(({ type }) => types.includes(type))
    .map(({ type, attributes }) => [type, ...attributes.map(({ value }) => value)]);

describe('a genesis without app_state.staking', () => {
  it('gives each of the engine’s validators tokens for its power, delegated by its operator', async () => {
    const [a, b] = validatorsOf(10n, 3n) as [TestValidator, TestValidator];
    const chain = await TestChain.open({ validators: [a, b] });
    expect(validatorAt(chain, b)).toMatchObject({
      operator: bech32Address(derivedOperator(b.address), 'halleyvaloper'),
      status: 'bonded',
      jailed: false,
      tokens: 3n * COIN,
      shares: 3n * COIN * COIN,
      description: { moniker: 'validator1' },
    });
    expect([pool(chain, true), pool(chain, false)]).toEqual([13n * COIN, 0n]);
    expect(supplyOf(chain.state.latest, 'ahalley')).toBe(GENESIS_SUPPLY + 13n * COIN);
    expect(powersOf(readLastPowers(chain.state.latest)).toSorted(ascending)).toEqual([3n, 10n]);
    expect(stakingProblem(chain.state.latest)).toBeUndefined();
    expect(operatorOf(chain.state.latest, a.address)).toEqual(derivedOperator(a.address));
  });

  it('allows as many validators as the engine has', async () => {
    const chain = await TestChain.open({ validators: validatorsOf(...Array.from({ length: 250 }, () => 1n)) });
    expect(readStakingParams(chain.state.latest).maxValidators).toBe(250);
    expect((await chain.block()).response.validatorUpdates).toEqual([]);
  });
});

describe('a validator power set by a dev transaction', () => {
  it('becomes an update at the end of the next block, and tokens are minted or burned', async () => {
    const [a, b] = validatorsOf(10n, 3n) as [TestValidator, TestValidator];
    const chain = await TestChain.open({ validators: [a, b] });
    expect((await chain.block()).response.validatorUpdates).toEqual([]);
    chain.setPower(b.address, 25n);
    chain.setPower(a.address, 4n);
    const { response } = await chain.block();
    expect(response.validatorUpdates).toEqual([
      { pubKey: b.pubKey, power: 25n },
      { pubKey: a.pubKey, power: 4n },
    ]);
    const poolText = bech32Address(BONDED_POOL.address, 'halley');
    expect(response.txResults.map(({ events }) => said(events, ['message', 'coinbase', 'burn']).slice(-1))).toEqual([
      [['coinbase', poolText, `${22n * COIN}ahalley`, '0']],
      [['burn', poolText, `${6n * COIN}ahalley`, '0']],
    ]);
    expect(pool(chain, true)).toBe(29n * COIN);
    expect(supplyOf(chain.state.latest, 'ahalley')).toBe(GENESIS_SUPPLY + 29n * COIN);
    expect((await chain.block()).response.validatorUpdates).toEqual([]);
  });

  it('makes no update when it does not change', async () => {
    const [a] = validatorsOf(10n) as [TestValidator];
    const chain = await TestChain.open({ validators: [a] });
    const quiet = await chain.block();
    chain.setPower(a.address, 10n);
    const { response } = await chain.block();
    expect(response.validatorUpdates).toEqual([]);
    expect(response.events.map(({ type }) => type)).toEqual(quiet.response.events.map(({ type }) => type));
  });

  it('of 0 removes a validator, which unbonds for 21 days, and a new power restores it', async () => {
    const [a, b] = validatorsOf(10n, 3n) as [TestValidator, TestValidator];
    const chain = await TestChain.open({ validators: [a, b] });
    chain.setPower(b.address, 0n);
    const left = await chain.block();
    expect(left.response.validatorUpdates).toEqual([{ pubKey: b.pubKey, power: 0n }]);
    expect(validatorAt(chain, b)).toMatchObject({
      status: 'unbonding',
      tokens: 0n,
      shares: 0n,
      unbondingHeight: 1n,
      unbondingTime: left.request.time + 21n * DAY,
    });
    const end = left.request.time + 21n * DAY;
    await chain.run({ ...chain.blockRequest([]), time: end - 1n });
    expect(validatorAt(chain, b).status).toBe('unbonding');
    await chain.run({ ...chain.blockRequest([]), time: end });
    expect(validatorAt(chain, b).status).toBe('unbonded');
    chain.setPower(b.address, 7n);
    const { response } = await chain.block();
    expect(response.validatorUpdates).toEqual([{ pubKey: b.pubKey, power: 7n }]);
    // The coins are minted in one pool, and moved to the other.
    const [from, to] = [NOT_BONDED_POOL, BONDED_POOL].map(({ address }) => bech32Address(address, 'halley'));
    const devTxs = response.txResults.flatMap(({ events }) => events);
    expect(said(devTxs, ['coinbase'])).toEqual([['coinbase', from, `${7n * COIN}ahalley`, '0']]);
    expect(said(response.events, ['coinbase', 'transfer'])).toEqual([
      ['transfer', to, from, `${7n * COIN}ahalley`, 'EndBlock'],
    ]);
    expect(validatorAt(chain, b)).toMatchObject({ status: 'bonded', tokens: 7n * COIN });
    expect(stakingProblem(chain.state.latest)).toBeUndefined();
  });

  it('applies to the next block when it is set during a block, and is dropped by a revert', async () => {
    const [a, b] = validatorsOf(10n, 3n) as [TestValidator, TestValidator];
    const chain = await TestChain.open({ validators: [a, b] });
    await chain.block();
    chain.setPower(a.address, 11n);
    const request = chain.blockRequest([]);
    expect(powersOf((await chain.app.finalizeBlock(request)).validatorUpdates)).toEqual([11n]);
    chain.setPower(a.address, 12n);
    await chain.app.commit();
    expect(powersOf((await chain.block()).response.validatorUpdates)).toEqual([12n]);
    chain.setPower(a.address, 13n);
    chain.app.revertTo(1n);
    expect((await chain.block()).response.validatorUpdates).toEqual([]);
    expect(validatorAt(chain, a).tokens).toBe(10n * COIN);
  });

  it('has the same result when a block is executed again', async () => {
    const [a] = validatorsOf(10n) as [TestValidator];
    const chain = await TestChain.open({ validators: [a] });
    chain.setPower(a.address, 5n);
    const request = chain.blockRequest([]);
    expect(await chain.app.finalizeBlock(request)).toEqual(await chain.app.finalizeBlock(request));
  });

  it('leaves in the set the most powerful validators, up to the maximum', async () => {
    const validators = validatorsOf(5n, 4n, 3n);
    const [, b, c] = validators as [TestValidator, TestValidator, TestValidator];
    const chain = await TestChain.open({
      validators,
      edit: (s) => {
        s['staking'] = { params: { max_validators: 3 } };
      },
    });
    chain.setPower(c.address, 0n);
    await chain.block();
    chain.setPower(c.address, 9n);
    chain.setPower(b.address, 0n);
    expect(powersOf((await chain.block()).response.validatorUpdates)).toEqual([9n, 0n]);
  });
});

describe('an invalid validator power', () => {
  const open = async (): Promise<{ chain: TestChain; all: [TestValidator, TestValidator] }> => {
    const all = validatorsOf(10n, 3n) as [TestValidator, TestValidator];
    return { chain: await TestChain.open({ validators: all }), all };
  };

  it('is refused with the reason, and is not pending', async () => {
    const { chain, all } = await open();
    const [a, b] = all;
    const name = toUpperHex(a.address);
    const cases: [() => void, string, string][] = [
      [
        () => chain.setPower(new Uint8Array(20), 1n),
        'notFound',
        `no validator has the consensus address ${'00'.repeat(20)}`,
      ],
      [() => chain.setPower(a.address, -1n), 'invalid', `validator ${name} cannot have the negative power -1`],
      [
        () => chain.setPower(a.address, MAX_TOTAL_VOTING_POWER + 1n),
        'invalid',
        `CometBFT allows at most 1152921504606846975 for all validators together`,
      ],
      [
        () => chain.setPower(a.address, MAX_TOTAL_VOTING_POWER),
        'invalid',
        `the total would be ${MAX_TOTAL_VOTING_POWER + 3n}`,
      ],
    ];
    for (const [call, code, text] of cases) {
      const error = refusal(call);
      expect(devErrorReason(error.refusal)).toBe(code);
      expect(error.message).toContain(text);
    }
    chain.setPower(b.address, 0n);
    expect(refusal(() => chain.setPower(a.address, 0n)).message).toBe(
      `validator ${name} cannot have the power 0: no validator with power would remain`,
    );
    expect(powersOf((await chain.block()).response.validatorUpdates)).toEqual([0n]);
  });

  it('is refused for a jailed validator', async () => {
    const { chain, all } = await open();
    await punish(chain, doubleSign(chain, all[1]));
    expect(refusal(() => chain.setPower(all[1].address, 5n)).message).toBe(
      `validator ${toUpperHex(all[1].address)} is tombstoned: its power cannot be set`,
    );
  });
});

it('never produces an update on which the engine would halt, and sums are always consistent', async () => {
  const action = fc.oneof(
    fc.record({ type: fc.constant('set' as const), who: fc.nat(3), power: fc.bigInt({ min: 0n, max: 40n }) }),
    fc.record({ type: fc.constant('sin' as const), who: fc.nat(3), power: fc.bigInt({ min: 0n, max: 40n }) }),
    fc.record({ type: fc.constant('block' as const), days: fc.integer({ min: 0, max: 30 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
      const validators = validatorsOf(10n, 20n, 5n, 1n);
      const chain = await TestChain.open({ validators });
      let set = newValidatorSet(validators);
      let time = chain.genesisTime;
      let sins: ReturnType<typeof doubleSign>[] = [];
      for (const one of [...actions, { type: 'block' as const, days: 0 }]) {
        if (one.type === 'set') {
          try {
            chain.setPower((validators[one.who] as TestValidator).address, one.power);
          } catch (error) {
            if (!(error instanceof DevTxRefused)) throw error;
          }
        } else if (one.type === 'sin') {
          sins.push(doubleSign(chain, { ...(validators[one.who] as TestValidator), power: one.power }));
        } else {
          time += BigInt(one.days) * DAY + 1_000_000_000n;
          const supply = supplyOf(chain.state.latest, 'ahalley') - pool(chain, true) - pool(chain, false);
          const { response } = await chain.run({ ...chain.blockRequest([]), time, misbehavior: sins });
          sins = [];
          expect(validatorUpdatesProblem(set, response.validatorUpdates)).toBeUndefined();
          set = updateValidatorSet(set, response.validatorUpdates);
          expect(stakingProblem(chain.state.latest)).toBeUndefined();
          expect(supplyOf(chain.state.latest, 'ahalley') - pool(chain, true) - pool(chain, false)).toBe(supply);
          const engine = set.validators.map(({ votingPower }) => votingPower).toSorted(ascending);
          expect(powersOf(readLastPowers(chain.state.latest)).toSorted(ascending)).toEqual(engine);
        }
      }
    }),
    { numRuns: draws(60) },
  );
});

it('reads two keys of staking and the proposer’s operator in a block without power changes', async () => {
  const state = await openAppState(undefined);
  const begin = state.begin.bind(state);
  const reads: string[] = [];
  state.begin = (height) => {
    const working = begin(height);
    const [get, entries] = [working.get.bind(working), working.entries.bind(working)];
    working.get = (store, key) => {
      if (store === 'staking' || store === 'slashing') reads.push(`${store} ${toUpperHex(key.subarray(0, 1))}`);
      return get(store, key);
    };
    working.entries = (store, prefix) => {
      reads.push(`all of ${store}`);
      return entries(store, prefix);
    };
    return working;
  };
  const chain = await TestChain.open({ state, validators: validatorsOf(10n, 20n, 5n) });
  reads.length = 0;
  await chain.mine(await sign(chain, dev(0), { to: dev(1).address, value: 1n }));
  expect(reads).toEqual(['staking 22', 'staking FF', 'staking 43']);
});
