/**
 * Encodes `consensus_state`: one validator's round as text (consensus-rpc.md 10.2). `voteLine` is the dialect's
 * encoder.
 */
import type { RoundStateView } from '../../../../backend/comet.js';
import type { Json } from '../../protocol/json.js';
import { hex, time } from './scalars.js';
import { allRoundVotes, type VoteLine } from './votes.js';

/** Encodes the state with `rounds` in the place of its rounds. */
export function roundState(state: RoundStateView, voteLine: VoteLine, rounds: Json = allRoundVotes(state, voteLine)) {
  const { validators, proposerIndex } = state.validators;
  const proposer = validators[proposerIndex];
  return {
    round_state: {
      'height/round/step': `${state.height}/${state.round}/${state.step}`,
      start_time: time(state.startTime),
      proposal_block_hash: hex(state.proposalBlockHash),
      locked_block_hash: hex(state.lockedBlockHash),
      valid_block_hash: hex(state.validBlockHash),
      height_vote_set: rounds,
      proposer: { address: proposer === undefined ? '' : hex(proposer.address), index: proposerIndex },
    },
  };
}
