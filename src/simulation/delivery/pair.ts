/**
 * Numbers the pairs of two different nodes, where `low` is less than `high`. A pair's number does not depend on how many
 * nodes there are, so that nodes may be added.
 */
export const pairOf = (low: number, high: number): number => (high * (high - 1)) / 2 + low;

/** Numbers the two directions of each pair: the number of the pair is half of it, rounded down. */
export const linkOf = (from: number, to: number): number =>
  from < to ? to * (to - 1) + 2 * from : from * (from - 1) + 2 * to + 1;
