/**
 * Encodes `dump_consensus_state`: one validator's whole round state, and what it knows of its peers (consensus-rpc.md
 * 10.3). `peer_maj_23s` is always empty, because the simulated peers do not claim majorities.
 */
import type { PartsView, PeerRoundView, RoundStateView } from '../../../../backend/comet.js';
import { PROPOSAL_TYPE, type Proposal } from '../../../../consensus/types/proposal.js';
import type { ValidatorSet } from '../../../../consensus/types/validator_set.js';
import type { Json } from '../../../../kernel/json.js';
import type { ConsensusDumpView } from '../views.js';
import type { BlockShape } from './block.js';
import { blockId } from './block_id.js';
import { base64OrNull, hex, int64, time } from './scalars.js';
import { allRoundVotes, bitArray, bits, type Slots, type VoteLine, validatorSet, voteLines } from './votes.js';

/** Encodes the parts of a round that differ between versions. */
export interface RoundSpelling {
  readonly block: BlockShape;
  readonly voteLine: VoteLine;
}

/** Encodes a proposal. The engine's `Type` has no JSON tag, hence the capital letter. */
const proposal = (p: Proposal) => ({
  Type: PROPOSAL_TYPE,
  height: int64(p.height),
  round: p.round,
  pol_round: p.polRound,
  block_id: blockId(p.blockId),
  timestamp: time(p.timestamp),
  signature: base64OrNull(p.signature.bytes),
});

const parts = ({ received }: PartsView) => ({
  'count/total': `${received.filter((has) => has).length}/${received.length}`,
  parts_bit_array: bits(received),
});

const lastCommit = (slots: Slots, set: ValidatorSet, voteLine: VoteLine) => ({
  votes: voteLines(slots, voteLine),
  votes_bit_array: bitArray(slots, set),
  peer_maj_23s: {},
});

/** Encodes an undefined value as null. */
const orNull = <T, U>(value: T | undefined, shape: (value: T) => U): U | null =>
  value === undefined ? null : shape(value);

function wholeRoundState(state: RoundStateView, { block, voteLine }: RoundSpelling, rounds: Json) {
  const { lastCommit: slots, lastValidators } = state;
  return {
    height: int64(state.height),
    round: state.round,
    step: state.step,
    start_time: time(state.startTime),
    commit_time: time(state.commitTime),
    validators: validatorSet(state.validators),
    proposal: orNull(state.proposal, proposal),
    proposal_block: orNull(state.proposalBlock, block),
    proposal_block_parts: orNull(state.proposalParts, parts),
    locked_round: state.lockedRound,
    locked_block: orNull(state.lockedBlock, block),
    locked_block_parts: orNull(state.lockedParts, parts),
    valid_round: state.validRound,
    valid_block: orNull(state.validBlock, block),
    valid_block_parts: orNull(state.validParts, parts),
    votes: rounds,
    commit_round: state.commitRound,
    last_commit: slots && lastValidators ? lastCommit(slots, lastValidators, voteLine) : null,
    last_validators: orNull(lastValidators, validatorSet),
    triggered_timeout_precommit: state.triggeredPrecommitWait,
  };
}

const peerRoundState = (peer: PeerRoundView) => ({
  height: int64(peer.height),
  round: peer.round,
  step: peer.step,
  start_time: time(peer.startTime),
  proposal: peer.proposal,
  proposal_block_part_set_header: { total: peer.proposalPartsHeader.total, hash: hex(peer.proposalPartsHeader.hash) },
  proposal_block_parts: orNull(peer.proposalParts, bits),
  proposal_pol_round: peer.proposalPolRound,
  proposal_pol: orNull(peer.proposalPol, bits),
  prevotes: orNull(peer.prevotes, bits),
  precommits: orNull(peer.precommits, bits),
  last_commit_round: peer.lastCommitRound,
  last_commit: orNull(peer.lastCommit, bits),
  catchup_commit_round: peer.catchupCommitRound,
  catchup_commit: orNull(peer.catchupCommit, bits),
});

const peerState = (peer: PeerRoundView) => ({
  node_address: peer.nodeAddress,
  peer_state: {
    round_state: peerRoundState(peer),
    stats: { votes: int64(peer.stats.votes), block_parts: int64(peer.stats.blockParts) },
  },
});

/** Encodes the dump with `rounds` in the place of its rounds. */
export const consensusDump = (
  { state, peers }: ConsensusDumpView,
  spelling: RoundSpelling,
  rounds: Json = allRoundVotes(state, spelling.voteLine),
) => ({
  round_state: wholeRoundState(state, spelling, rounds),
  peers: peers.map(peerState),
});
