/** Sums the voting power of votes. */
import type { Validator, Votes } from './state.js';

export interface Tally {
  /** Power of the votes for each block or `nil`, the greatest first. */
  readonly powers: readonly (readonly [value: string, power: bigint])[];
  readonly voted: bigint;
  readonly total: bigint;
  /** Block, or `nil`, that has more than two thirds of the power. */
  readonly majority: string | undefined;
  /** Whether more than two thirds of the power have voted, for anything. */
  readonly hasTwoThirds: boolean;
}

const exceedsTwoThirds = (power: bigint, total: bigint): boolean => 3n * power > 2n * total;

export function tallyOf(votes: Votes, validators: readonly Validator[]): Tally {
  const powers = new Map<string, bigint>();
  let [voted, total] = [0n, 0n];
  for (const { address, power } of validators) {
    total += power;
    const value = votes.get(address);
    if (value === undefined) continue;
    voted += power;
    powers.set(value, (powers.get(value) ?? 0n) + power);
  }
  const sorted = [...powers].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0));
  const [first] = sorted;
  return {
    powers: sorted,
    voted,
    total,
    majority: first !== undefined && exceedsTwoThirds(first[1], total) ? first[0] : undefined,
    hasTwoThirds: exceedsTwoThirds(voted, total),
  };
}

/** Formats a part of the power in percent, rounded down: `66.6 %`. */
export function shareText(power: bigint, total: bigint): string {
  const permille = total === 0n ? 0n : (1000n * power) / total;
  return `${permille / 10n}.${permille % 10n} %`;
}
