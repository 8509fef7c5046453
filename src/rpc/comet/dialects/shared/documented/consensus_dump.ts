/**
 * Encodes the documented `dump_consensus_state`: some rounds are strings, and a peer's parts header has its older name.
 */
import type { ConsensusDumpView } from '../../views.js';
import { consensusDump, type RoundSpelling } from '../consensus_dump.js';

type Peer = ReturnType<typeof consensusDump>['peers'][number];

function documentedPeer({ node_address, peer_state: { round_state, stats } }: Peer) {
  const { height, round, step, start_time, proposal, proposal_block_part_set_header, ...rest } = round_state;
  return {
    node_address,
    peer_state: {
      round_state: {
        height,
        round: round.toString(),
        step,
        start_time,
        proposal,
        proposal_block_parts_header: proposal_block_part_set_header,
        ...rest,
      },
      stats,
    },
  };
}

export function documentedDump(view: ConsensusDumpView, spelling: RoundSpelling) {
  const { round_state, peers } = consensusDump(view, spelling);
  return {
    round_state: {
      ...round_state,
      valid_round: round_state.valid_round.toString(),
      votes: round_state.votes.map((votes) => ({ ...votes, round: votes.round.toString() })),
    },
    peers: peers.map(documentedPeer),
  };
}
