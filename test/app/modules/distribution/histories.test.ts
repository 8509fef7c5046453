/**
 * Compares histories that a seed draws with a plain model: in each block, every delegation gets its part of its
 * validator's rewards at once. HALLEY_SEED is the commit's hash in CI.
 */
import { MsgWithdrawDelegatorReward } from 'cosmjs-types/cosmos/distribution/v1beta1/tx';
import { MsgBeginRedelegate, MsgDelegate, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { beforeAll, expect, it } from 'vitest';
import type { Event } from '../../../../src/abci/application.js';
import { exportAppState } from '../../../../src/app/genesis.js';
import { FEE_COLLECTOR } from '../../../../src/app/modules/auth/fee_collector.js';
import { balanceOf } from '../../../../src/app/modules/bank/store.js';
import { distribution } from '../../../../src/app/modules/distribution/module.js';
import { Delegation } from '../../../../src/app/modules/staking/delegation.js';
import { stakingProblem } from '../../../../src/app/modules/staking/invariants.js';
import { derivedOperator } from '../../../../src/app/modules/staking/operator.js';
import { DELEGATIONS, readLastPowers, readValidators } from '../../../../src/app/modules/staking/store.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { equalBytes } from '../../../../src/kernel/bytes.js';
import { RandomStream, seedStream } from '../../../../src/kernel/random.js';
import { NANOS_PER_SECOND } from '../../../../src/kernel/time.js';
import { type AppStateJson, TestChain } from '../../support/chain.js';
import { any, coins, signCosmos, textOf } from '../../support/cosmos.js';
import { doubleSign, type TestValidator, validatorsOf } from '../../support/validators.js';
import { COIN, dev } from '../../support/wallet.js';

beforeAll(installFastCrypto);

const SEED = process.env['HALLEY_SEED'] ?? 'local';
const STEPS = 50;
const HOUR = 3600n * NANOS_PER_SECOND;
/** Digits that the model has below those of the chain. */
const SCALE = 10n ** 36n;
/** Units by which F1 may differ: it rounds the rewards of a unit down to 18 digits in each period. */
const TOLERANCE = 20_000n;
const members = validatorsOf(11n, 23n, 5n, 7n);
const people = [dev(0), dev(3), dev(5)];
const operator = ({ address }: TestValidator): string => bech32Address(derivedOperator(address), 'halleyvaloper');

class History {
  readonly #random: RandomStream;
  /** Rewards of each delegation that are not paid, in units of 1 / SCALE. */
  readonly #pending = new Map<string, bigint>();
  #time: bigint;
  #guilty = 0;
  paid = 0;

  constructor(
    private readonly chain: TestChain,
    seed: string,
  ) {
    this.#random = new RandomStream(seedStream(SEED, seed));
    this.#time = chain.genesisTime;
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#random.below(of.length)] as T;
  }

  #message(delegatorAddress: string) {
    const [from, to] = [operator(this.#one(members)), operator(this.#one(members))];
    const amount = coins(BigInt(1 + this.#random.below(5)) * COIN + BigInt(this.#random.next()))[0];
    const fields = { delegatorAddress, validatorAddress: from, amount };
    switch (this.#random.below(5)) {
      case 0:
        return any(MsgUndelegate, fields);
      case 1:
        return any(MsgBeginRedelegate, { ...fields, validatorSrcAddress: from, validatorDstAddress: to });
      case 2:
        return any(MsgWithdrawDelegatorReward, { delegatorAddress, validatorAddress: from });
      default:
        return any(MsgDelegate, fields);
    }
  }

  /** Commits a block with a transaction, sometimes with evidence or a new power, and pays by the model too. */
  async step(): Promise<void> {
    const { chain } = this;
    this.#time += this.#random.probability(0.1) ? 9n * HOUR : NANOS_PER_SECOND;
    const person = this.#one(people);
    const guilty = this.#one(members);
    const isEvil = this.#guilty < 2 && chain.height > 3n && this.#random.probability(0.08);
    if (isEvil) this.#guilty++;
    const votes = this.#votes();
    if (votes.length > 0) this.#allocate(votes);
    const response = await chain.app.finalizeBlock({
      ...chain.blockRequest([signCosmos(chain, person, [this.#message(textOf(person))])]),
      time: this.#time,
      decidedLastCommit: { round: 0, votes },
      misbehavior: isEvil ? [doubleSign(chain, guilty, { height: chain.height - 2n, time: this.#time - HOUR })] : [],
    });
    await chain.app.commit();
    for (const event of [...response.events, ...response.txResults.flatMap(({ events }) => events)])
      this.#follow(event);
    expect(stakingProblem(chain.state.latest)).toBeUndefined();
    expect(distribution.problem?.(chain.state.latest)).toBeUndefined();
  }

  #votes() {
    const { latest } = this.chain.state;
    const all = readValidators(latest);
    return readLastPowers(latest).map(({ operator: by, power }) => {
      const found = all.find((entry) => equalBytes(entry.operator, by)) ?? expect.fail();
      const member =
        members.find(({ pubKey }) => equalBytes(pubKey.bytes, found.validator.pubKey.bytes)) ?? expect.fail();
      return { validator: { address: member.address, power }, blockIdFlag: 2 as const, text: found.validator.operator };
    });
  }

  /** Gives each delegation its part of the fees that wait, less tax and commission. */
  #allocate(votes: readonly { readonly validator: { readonly power: bigint }; readonly text: string }[]): void {
    const { latest, height } = this.chain.state;
    if (height === 0n) return;
    const fees = balanceOf(latest, FEE_COLLECTOR.address, 'ahalley');
    const total = votes.reduce((sum, { validator }) => sum + validator.power, 0n);
    const all = readValidators(latest);
    for (const [, value] of latest.entries('staking', DELEGATIONS)) {
      const { delegator, validator, shares } = Delegation.decode(value);
      const power = votes.find(({ text }) => text === validator)?.validator.power ?? 0n;
      const of = all.find((entry) => entry.validator.operator === validator)?.validator ?? expect.fail();
      const rewards = (fees * SCALE * 98n * (COIN - of.commission.rate) * power) / (total * 100n * COIN);
      const key = `${delegator} ${validator}`;
      this.#pending.set(key, (this.#pending.get(key) ?? 0n) + (rewards * shares) / of.shares);
    }
  }

  #follow({ type, attributes }: Event): void {
    if (type !== 'withdraw_rewards') return;
    const { amount = '', delegator, validator } = Object.fromEntries(attributes.map(({ key, value }) => [key, value]));
    const key = `${delegator} ${validator}`;
    const owed = (this.#pending.get(key) ?? 0n) / SCALE;
    const difference = owed - BigInt(amount.replace('ahalley', ''));
    expect(difference < 0n ? -difference : difference, `${key} at ${this.chain.height}`).toBeLessThan(TOLERANCE);
    this.#pending.set(key, 0n);
    this.paid++;
  }
}

it.each(Array.from({ length: 3 }, (_, i) => i))('history %i pays what a plain model pays', async (index) => {
  const chain = await TestChain.open({
    validators: members,
    edit: (state) => {
      state['distribution'] = {};
      state['staking'] = { params: { unbonding_time: '43200s' } };
    },
  });
  const history = new History(chain, `distribution ${index}`);
  for (let i = 0; i < STEPS; i++) await history.step();
  expect(history.paid).toBeGreaterThan(10);
  const document = exportAppState(chain.state.latest) as AppStateJson;
  const last = readLastPowers(chain.state.latest);
  const again = await TestChain.open({
    validators: last.map(({ operator: by, power }) => {
      const member = members.find(({ address }) => equalBytes(derivedOperator(address), by)) ?? expect.fail();
      return { pubKey: member.pubKey, power };
    }),
    edit: (state) => {
      for (const name of Object.keys(state)) delete state[name];
      Object.assign(state, document);
    },
  });
  expect((exportAppState(again.state.latest) as AppStateJson)['distribution']).toEqual(document['distribution']);
});
