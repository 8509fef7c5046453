/** The vote set's reference model: mutable, keyed by block name, and counted anew for every read. */
import { blockIdKey } from '../../../src/consensus/types/block_id.js';
import type { ValidatorSet } from '../../../src/consensus/types/validator_set.js';
import type { Vote } from '../../../src/consensus/types/vote.js';
import { toHex } from '../../../src/kernel/hex.js';

export class VoteSetModel {
  /** Every vote that counts for its block, oldest first. */
  readonly #counted: Vote[] = [];
  readonly #standing = new Map<number, Vote>();
  readonly #claimed = new Set<string>();
  majority: string | undefined;

  constructor(private readonly set: ValidatorSet) {}

  add(vote: Vote): string {
    const name = blockIdKey(vote.blockId);
    const held = [...this.#counted, ...this.#standing.values()].filter((v) => v.validatorIndex === vote.validatorIndex);
    const same = held.find((v) => blockIdKey(v.blockId) === name);
    if (same !== undefined)
      return toHex(same.signature.bytes) === toHex(vote.signature.bytes) ? 'duplicate' : 'refused';
    const first = this.#standing.get(vote.validatorIndex);
    if (first === undefined || this.majority === name) this.#standing.set(vote.validatorIndex, vote);
    if (first !== undefined && !this.#claimed.has(name)) return 'conflict';
    this.#counted.push(vote);
    if (this.majority === undefined && this.#isMajority(name)) {
      this.majority = name;
      for (const v of this.#counted) if (blockIdKey(v.blockId) === name) this.#standing.set(v.validatorIndex, v);
    }
    return 'added';
  }

  claim(name: string): void {
    this.#claimed.add(name);
  }

  /** Lists, by validator index, the name of the block of the current vote. */
  standing(): readonly (string | undefined)[] {
    return this.set.validators.map((_, index) => {
      const vote = this.#standing.get(index);
      return vote === undefined ? undefined : blockIdKey(vote.blockId);
    });
  }

  hasTwoThirdsAny(): boolean {
    return this.#isEnough([...this.#standing.keys()]);
  }

  #isMajority(name: string): boolean {
    const voters = this.#counted.filter((v) => blockIdKey(v.blockId) === name).map((v) => v.validatorIndex);
    return this.#isEnough([...new Set(voters)]);
  }

  #isEnough(indexes: readonly number[]): boolean {
    const power = indexes.reduce((sum, index) => sum + (this.set.validators[index]?.votingPower ?? 0n), 0n);
    return power * 3n > this.set.totalVotingPower * 2n;
  }
}
