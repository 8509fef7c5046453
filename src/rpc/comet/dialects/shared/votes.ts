/** Sets of votes as text (consensus-rpc.md 10.2). `voteLine` is the dialect's. */

import type { VoteSetView } from '../../../../backend/comet.js';
import type { ValidatorSet } from '../../../../consensus/types/validator_set.js';
import type { Vote } from '../../../../consensus/types/vote.js';

/** One for each validator of the set. */
export type Slots = readonly (Vote | undefined)[];
export type VoteLine = (vote: Vote) => string;

/** `%.2f`: a tie, which only odd eighths are, goes to the even digit; JavaScript rounds it up. */
function twoDecimals(ratio: number): string {
  const eighths = ratio * 8;
  if (!Number.isInteger(eighths) || eighths % 2 === 0) return ratio.toFixed(2);
  const below = Math.floor(ratio * 100);
  return ((below % 2 === 0 ? below : below + 1) / 100).toFixed(2);
}

/** `x` for what is there, `_` for what is not. */
export const bits = (flags: readonly boolean[]): string => flags.map((flag) => (flag ? 'x' : '_')).join('');

/** The set's bits, and the share of the voting power that they stand for. */
export function bitArray(slots: Slots, { validators, totalVotingPower }: ValidatorSet): string {
  const voted = validators.reduce((sum, { votingPower }, i) => (slots[i] ? sum + votingPower : sum), 0n);
  const ratio = twoDecimals(Number(voted) / Number(totalVotingPower));
  return `BA{${slots.length}:${bits(slots.map((vote) => vote !== undefined))}} ${voted}/${totalVotingPower} = ${ratio}`;
}

export const voteLines = (slots: Slots, voteLine: VoteLine): readonly string[] =>
  slots.map((vote) => (vote === undefined ? 'nil-Vote' : voteLine(vote)));

/** Both votes of a round. */
export const roundVotes = ({ round, prevotes, precommits }: VoteSetView, set: ValidatorSet, voteLine: VoteLine) => ({
  round,
  prevotes: voteLines(prevotes, voteLine),
  prevotes_bit_array: bitArray(prevotes, set),
  precommits: voteLines(precommits, voteLine),
  precommits_bit_array: bitArray(precommits, set),
});
