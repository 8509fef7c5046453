/**
 * Counts the votes of one type in one round, as one node has them (consensus-engine.md 5.5). The first vote of a
 * validator counts, and the first block or nil with more than two thirds of the power is final.
 */

/** Block of a vote; null is nil. */
export type Choice = string | null;

interface Tally {
  readonly choice: Choice;
  readonly power: bigint;
}

export interface VoteSet {
  /** Votes by validator; undefined for one that has not voted. */
  readonly votes: readonly (Choice | undefined)[];
  readonly tallies: readonly Tally[];
  /** Second votes, which count for their block while the first ones stand for their validators. */
  readonly besides: readonly (readonly [validator: number, choice: Choice])[];
  /** Block or nil with more than two thirds; undefined without it. */
  readonly majority: Choice | undefined;
}

export const NO_VOTES: VoteSet = { votes: [], tallies: [], besides: [], majority: undefined };

/** Powers of the validators of a height. */
export interface Powers {
  readonly powers: readonly bigint[];
  readonly total: bigint;
}

/** Returns whether a power is more than two thirds of the total. */
export const isQuorum = (power: bigint, { total }: Powers): boolean => power * 3n > total * 2n;

/** Returns the set with a vote. A second vote of a validator counts for its block besides the first. */
export function addVote(set: VoteSet, validator: number, choice: Choice, powers: Powers): VoteSet {
  const before = set.votes[validator];
  if (before === choice) return set;
  const power = (set.tallies.find((tally) => tally.choice === choice)?.power ?? 0n) + (powers.powers[validator] ?? 0n);
  const tallies = [...set.tallies.filter((tally) => tally.choice !== choice), { choice, power }];
  const majority = set.majority === undefined && isQuorum(power, powers) ? choice : set.majority;
  const stands = before === undefined || choice === majority;
  const votes = stands ? withVote(set.votes, validator, choice) : set.votes;
  const besides = stands ? set.besides : [...set.besides, [validator, choice] as const];
  const counted = { votes, tallies, besides, majority };
  return set.majority === majority ? counted : settleMajority(counted, choice);
}

/** Lets all votes for what has the majority stand for their validators. */
function settleMajority(set: VoteSet, majority: Choice): VoteSet {
  const winning = set.besides.filter(([, choice]) => choice === majority);
  const votes = winning.reduce((all, [validator]) => withVote(all, validator, majority), set.votes);
  return { ...set, votes, besides: set.besides.filter(([, choice]) => choice !== majority) };
}

/** Lets a second vote represent its validator, when it is for the block that has the majority. */
export const settleVote = (set: VoteSet, validator: number, choice: Choice): VoteSet =>
  set.majority === choice ? { ...set, votes: withVote(set.votes, validator, choice) } : set;

function withVote(votes: VoteSet['votes'], validator: number, choice: Choice): readonly (Choice | undefined)[] {
  const copy = votes.slice();
  while (copy.length < validator) copy.push(undefined);
  copy[validator] = choice;
  return copy;
}

/** Returns the power for a choice. */
export const powerFor = ({ tallies }: VoteSet, choice: Choice): bigint =>
  tallies.find((tally) => tally.choice === choice)?.power ?? 0n;
