/** `consensus_state`: one validator's round as text (consensus-rpc.md 10.2). `voteLine` is the dialect's. */
import type { ValidatorSet } from '../../../../consensus/types/validator_set.js';
import type { Vote } from '../../../../consensus/types/vote.js';
import type { RoundStateView, VoteSetView } from '../../../ports.js';
import type { Json } from '../../protocol/json.js';
import { hex, time } from './scalars.js';

type Slots = readonly (Vote | undefined)[];

/** `%.2f`: a tie, which only odd eighths are, goes to the even digit; JavaScript rounds it up. */
function twoDecimals(ratio: number): string {
  const eighths = ratio * 8;
  if (!Number.isInteger(eighths) || eighths % 2 === 0) return ratio.toFixed(2);
  const below = Math.floor(ratio * 100);
  return ((below % 2 === 0 ? below : below + 1) / 100).toFixed(2);
}

function bitArray(slots: Slots, { validators, totalVotingPower }: ValidatorSet): string {
  const bits = slots.map((vote) => (vote === undefined ? '_' : 'x')).join('');
  const voted = validators.reduce((sum, { votingPower }, i) => (slots[i] ? sum + votingPower : sum), 0n);
  const ratio = twoDecimals(Number(voted) / Number(totalVotingPower));
  return `BA{${slots.length}:${bits}} ${voted}/${totalVotingPower} = ${ratio}`;
}

const voteSet = (view: VoteSetView, set: ValidatorSet, voteLine: (vote: Vote) => string): Json => {
  const lines = (slots: Slots) => slots.map((vote) => (vote === undefined ? 'nil-Vote' : voteLine(vote)));
  return {
    round: view.round,
    prevotes: lines(view.prevotes),
    prevotes_bit_array: bitArray(view.prevotes, set),
    precommits: lines(view.precommits),
    precommits_bit_array: bitArray(view.precommits, set),
  };
};

export function roundState(state: RoundStateView, voteLine: (vote: Vote) => string): Json {
  const { validators, proposerIndex } = state.validators;
  const proposer = validators[proposerIndex];
  return {
    round_state: {
      'height/round/step': `${state.height}/${state.round}/${state.step}`,
      start_time: time(state.startTime),
      proposal_block_hash: hex(state.proposalBlockHash),
      locked_block_hash: hex(state.lockedBlockHash),
      valid_block_hash: hex(state.validBlockHash),
      height_vote_set: state.votes.map((votes) => voteSet(votes, state.validators, voteLine)),
      proposer: { address: proposer === undefined ? '' : hex(proposer.address), index: proposerIndex },
    },
  };
}
