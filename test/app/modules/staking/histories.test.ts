/**
 * Histories of delegators that a seed draws. After every block the pools hold what validators and entries have, and in
 * the end nothing remains in a queue or an index. HALLEY_SEED is the commit's hash in CI.
 */
import { beforeAll, expect, it } from 'vitest';
import type { FinalizeBlockRequest, FinalizeBlockResponse } from '../../../../src/abci/application.js';
import { balanceOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { MsgUnjail } from '../../../../src/app/modules/slashing/messages/MsgUnjail.js';
import { operatorText } from '../../../../src/app/modules/staking/addresses.js';
import { tokensFromShares } from '../../../../src/app/modules/staking/delegation.js';
import { exportStaking } from '../../../../src/app/modules/staking/export.js';
import { stakingProblem } from '../../../../src/app/modules/staking/invariants.js';
import { MsgDelegate } from '../../../../src/app/modules/staking/messages/MsgDelegate.js';
import {
  MsgBeginRedelegate,
  MsgCancelUnbondingDelegation,
  MsgUndelegate,
} from '../../../../src/app/modules/staking/messages/unbonding.js';
import { derivedOperator } from '../../../../src/app/modules/staking/operator.js';
import {
  readDelegation,
  readUnbondingDelegation,
  readUnbondingQueue,
  readValidator,
} from '../../../../src/app/modules/staking/store.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { DECIMAL_ONE } from '../../../../src/app/types/coins.js';
import type { Any } from '../../../../src/codec/cosmos/base.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { RandomStream, seedStream } from '../../../../src/kernel/random.js';
import { NANOS_PER_SECOND } from '../../../../src/kernel/time.js';
import { TestChain } from '../../support/chain.js';
import { packed, signCosmos } from '../../support/cosmos.js';
import { doubleSign, type TestValidator, validatorsOf } from '../../support/validators.js';
import { COIN, type Dev, dev } from '../../support/wallet.js';

beforeAll(installFastCrypto);

const SEED = process.env['HALLEY_SEED'] ?? 'local';
const STEPS = 60;
const DAY = 86_400n * NANOS_PER_SECOND;
const PERIOD = 5n * DAY;
const members = validatorsOf(11n, 23n, 5n, 7n);
const people = [dev(0), dev(3), dev(5)];

const operatorOf = ({ address }: TestValidator) => derivedOperator(address);
const operator = (of: TestValidator): string => operatorText(operatorOf(of), 'halley');
const textOf = ({ bytes }: Dev): string => bech32Address(bytes, 'halley');

class History {
  readonly #random: RandomStream;
  #time: bigint;
  #guilty = 0;

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

  /** Draws an amount: a few units, some coins with an odd rest, or all. */
  #amount(all: bigint): bigint {
    const size = this.#random.below(4);
    if (size === 0) return BigInt(1 + this.#random.below(5));
    if (size === 1) return all;
    return BigInt(1 + this.#random.below(9)) * COIN + BigInt(this.#random.next());
  }

  #message(person: Dev): Any {
    const { latest } = this.chain.state;
    const [from, to] = [this.#one(members), this.#one(members)];
    const shares = readDelegation(latest, person.bytes, operatorOf(from))?.shares ?? 0n;
    const validator = readValidator(latest, operatorOf(from)) ?? expect.fail();
    const coin = (all: bigint) => ({ denom: 'ahalley', amount: this.#amount(all).toString() });
    const held = tokensFromShares(validator, shares) / DECIMAL_ONE;
    const fields = { delegatorAddress: textOf(person), validatorAddress: operator(from) };
    switch (this.#random.below(6)) {
      case 0:
      case 1:
        return packed(MsgDelegate.message, { ...fields, amount: coin(3n * COIN + 1n) });
      case 2:
        return packed(MsgUndelegate.message, { ...fields, amount: coin(held) });
      case 3:
        return packed(MsgBeginRedelegate.message, {
          delegatorAddress: textOf(person),
          validatorSrcAddress: operator(from),
          validatorDstAddress: operator(to),
          amount: coin(held),
        });
      case 4: {
        const entry = readUnbondingDelegation(latest, person.bytes, operatorOf(from))?.entries[0];
        const { creationHeight = 1n, balance = 1n } = entry ?? {};
        return packed(MsgCancelUnbondingDelegation.message, { ...fields, amount: coin(balance), creationHeight });
      }
      default:
        return packed(MsgUnjail.message, { validatorAddr: bech32Address(person.bytes, 'halleyvaloper') });
    }
  }

  /** Commits a block with a transaction, after a while, sometimes with evidence. */
  async step(): Promise<number> {
    const { chain } = this;
    this.#time += this.#random.probability(0.2) ? BigInt(this.#random.below(4)) * DAY + DAY / 3n : NANOS_PER_SECOND;
    const person = this.#one(people);
    const height = chain.height - BigInt(this.#random.below(8));
    const isEvil = this.#guilty < 2 && height > 1n && this.#random.probability(0.06);
    const guilty = this.#one(members);
    if (isEvil) this.#guilty++;
    const power = (readValidator(chain.state.latest, operatorOf(guilty))?.tokens ?? 0n) / COIN;
    const response = await this.#commit({
      ...chain.blockRequest([signCosmos(chain, person, [this.#message(person)])]),
      time: this.#time,
      misbehavior: isEvil ? [doubleSign(chain, { ...guilty, power }, { height, time: this.#time - DAY })] : [],
    });
    return response.txResults[0]?.code ?? -1;
  }

  async end(): Promise<void> {
    this.#time += 2n * PERIOD;
    await this.#commit({ ...this.chain.blockRequest([]), time: this.#time });
  }

  async #commit(request: FinalizeBlockRequest): Promise<FinalizeBlockResponse> {
    const { app, state } = this.chain;
    const response = await app.finalizeBlock(request);
    await app.commit();
    expect(stakingProblem(state.latest)).toBeUndefined();
    return response;
  }
}

/** Prefixes of unbonding delegations, redelegations, their indexes and their queues. */
const ENDING = [0x32, 0x33, 0x34, 0x35, 0x36, 0x41, 0x42];

it.each(Array.from({ length: 12 }, (_, i) => i))(`history ${SEED}/%i leaves nothing behind`, async (index) => {
  const chain = await TestChain.open({
    validators: members,
    edit: (state) => {
      state['staking'] = { params: { unbonding_time: `${PERIOD / NANOS_PER_SECOND}s`, max_entries: 3 } };
    },
  });
  const history = new History(chain, `staking ${index}`);
  const codes = new Set<number>();
  for (let i = 0; i < STEPS; i++) codes.add(await history.step());
  expect(codes).toContain(0);
  await history.end();
  const { latest } = chain.state;
  expect(ENDING.map((prefix) => [...latest.entries('staking', Uint8Array.of(prefix))].length)).toEqual(
    ENDING.map(() => 0),
  );
  expect(readUnbondingQueue(latest).nextMaturity).toBe(0n);
  expect(JSON.parse(JSON.stringify(exportStaking(latest)))).toMatchObject({
    unbonding_delegations: [],
    redelegations: [],
  });
  expect([
    supplyOf(latest, 'ahalley') > 0n,
    balanceOf(latest, people[0]?.bytes ?? expect.fail(), 'ahalley') > 0n,
  ]).toEqual([true, true]);
});
