/**
 * Numbers the pairs of two different nodes, where `low` is less than `high`. A pair's number does not depend on how many
 * nodes there are, so that nodes may be added.
 */
export const pairOf = (low: number, high: number): number => (high * (high - 1)) / 2 + low;
