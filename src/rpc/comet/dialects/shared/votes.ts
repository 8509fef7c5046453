/**
 * Encodes sets of votes as text (consensus-rpc.md 10.2), and validators, their keys and updates of their set
 * (consensus-rpc.md 2.2, 3).
 */
import type { PubKey, ValidatorUpdate } from '../../../../abci/application.js';
import { KEY_TYPES } from '../../../../abci/pub_key.js';
import type { VoteSetView } from '../../../../backend/comet.js';
import type { Validator, ValidatorSet } from '../../../../consensus/types/validator_set.js';
import type { Vote } from '../../../../consensus/types/vote.js';
import type { Json } from '../../../../kernel/json.js';
import type { RoundsView } from '../views.js';
import { base64, hex, int64, int64OrAbsent, listOrNull } from './scalars.js';

/** Votes, with an entry for each validator of the set. */
export type Slots = readonly (Vote | undefined)[];
/** Encoder of a vote, which depends on the dialect. */
export type VoteLine = (vote: Vote) => string;

/**
 * Formats like Go's `%.2f`: a tie, which only odd eighths are, goes to the even digit. JavaScript would round it up.
 */
function twoDecimals(ratio: number): string {
  const eighths = ratio * 8;
  if (!Number.isInteger(eighths) || eighths % 2 === 0) return ratio.toFixed(2);
  const below = Math.floor(ratio * 100);
  return ((below % 2 === 0 ? below : below + 1) / 100).toFixed(2);
}

/** Prints `x` for true and `_` for false. */
export const bits = (flags: readonly boolean[]): string => flags.map((flag) => (flag ? 'x' : '_')).join('');

/** Prints the set's bits and the share of the voting power that voted. */
export function bitArray(slots: Slots, { validators, totalVotingPower }: ValidatorSet): string {
  const voted = validators.reduce((sum, { votingPower }, i) => (slots[i] ? sum + votingPower : sum), 0n);
  const ratio = twoDecimals(Number(voted) / Number(totalVotingPower));
  return `BA{${slots.length}:${bits(slots.map((vote) => vote !== undefined))}} ${voted}/${totalVotingPower} = ${ratio}`;
}

export const voteLines = (slots: Slots, voteLine: VoteLine): readonly string[] =>
  slots.map((vote) => (vote === undefined ? 'nil-Vote' : voteLine(vote)));

/** Encodes the prevotes and precommits of a round. */
const roundVotes = ({ round, prevotes, precommits }: VoteSetView, set: ValidatorSet, voteLine: VoteLine) => ({
  round,
  prevotes: voteLines(prevotes, voteLine),
  prevotes_bit_array: bitArray(prevotes, set),
  precommits: voteLines(precommits, voteLine),
  precommits_bit_array: bitArray(precommits, set),
});

/** Encodes rounds in their order. */
export const allRoundVotes = ({ votes, validators }: RoundsView, voteLine: VoteLine) =>
  votes.map((round) => roundVotes(round, validators, voteLine));

export const pubKey = ({ type, bytes }: PubKey): Json => ({
  type: KEY_TYPES[type].publicName,
  value: base64(bytes),
});

export const validator = (v: Validator): Json => ({
  address: hex(v.address),
  pub_key: pubKey(v.pubKey),
  voting_power: int64(v.votingPower),
  proposer_priority: int64(v.proposerPriority),
});

export function validatorSet({ validators, proposerIndex }: ValidatorSet): Json {
  const proposer = validators[proposerIndex];
  return {
    validators: listOrNull(validators, validator),
    proposer: proposer === undefined ? null : validator(proposer),
  };
}

export const validatorUpdate = ({ pubKey: { type, bytes }, power }: ValidatorUpdate): Json => ({
  pub_key: {
    Sum: {
      type: `tendermint.crypto.PublicKey_${KEY_TYPES[type].goName}`,
      value: { [KEY_TYPES[type].member]: base64(bytes) },
    },
  },
  power: int64OrAbsent(power),
});
