/** BFT time: a block's time is the weighted median of its last commit's timestamps (consensus-engine.md 4.1). */
import { isNewKeyType } from '../../abci/pub_key.js';
import { invariant } from '../../kernel/errors.js';
import { toUpperHex } from '../../kernel/hex.js';
import type { UnixNanos } from '../../kernel/time.js';
import { BlockIdFlag, type Commit, type CommitSig } from './commit.js';
import { indexOfAddress, type ValidatorSet, validatorAt } from './validator_set.js';

export interface WeightedTime {
  readonly time: UnixNanos;
  readonly weight: bigint;
}

/**
 * Returns the earliest time at which the weights up to it reach half of all, rounded down. There must be at least one.
 */
export function weightedMedian(times: readonly WeightedTime[]): UnixNanos {
  let half = times.reduce((sum, { weight }) => sum + weight, 0n) / 2n;
  for (const { time, weight } of [...times].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))) {
    if (half <= weight) return time;
    half -= weight;
  }
  invariant(false, 'no time to take the median of');
}

const skipsNil = ({ validators }: ValidatorSet): boolean => validators.some(({ pubKey }) => isNewKeyType(pubKey.type));

/**
 * Returns the block time of a commit. Absent slots do not count. Nil ones do, except under CometBFT 0.40, which counts
 * only the votes for the block: where a validator has a key that came with it, or `withoutNil` says so. Every signer
 * must be in `set`, the validators of the commit's height.
 */
export function medianTime(commit: Commit, set: ValidatorSet, withoutNil = skipsNil(set)): UnixNanos {
  const times: WeightedTime[] = [];
  let same = true;
  for (let at = 0; at < commit.signatures.length; at++) {
    const slot = commit.signatures[at] as CommitSig;
    if (slot.blockIdFlag === BlockIdFlag.Absent || (withoutNil && slot.blockIdFlag === BlockIdFlag.Nil)) continue;
    const isInPlace = set.validators[at]?.address === slot.validatorAddress;
    const index = isInPlace ? at : indexOfAddress(set, slot.validatorAddress);
    invariant(index >= 0, `${toUpperHex(slot.validatorAddress)} signed height ${commit.height} but is not a validator`);
    times.push({ time: slot.timestamp, weight: validatorAt(set, index).votingPower });
    if (slot.timestamp !== times[0]?.time) same = false;
  }
  // On a chain whose users set the time, all votes have one time.
  return same && times[0] !== undefined ? times[0].time : weightedMedian(times);
}
