/**
 * Encodes the documented `dump_consensus_state`: some rounds are strings, and a peer's parts header has its older name.
 */
import type { Json } from '../../../protocol/json.js';
import type { ConsensusDumpView, RoundsView } from '../../views.js';
import { consensusDump, type RoundSpelling } from '../consensus_dump.js';
import { allRoundVotes, type VoteLine } from '../votes.js';

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

/** Encodes rounds, whose numbers are strings. */
export const documentedRounds = (part: RoundsView, voteLine: VoteLine) =>
  allRoundVotes(part, voteLine).map((votes) => ({ ...votes, round: votes.round.toString() }));

/** Encodes the dump with `rounds` in the place of its rounds. */
export function documentedDump(
  view: ConsensusDumpView,
  spelling: RoundSpelling,
  rounds: Json = documentedRounds(view.state, spelling.voteLine),
) {
  const { round_state, peers } = consensusDump(view, spelling, rounds);
  return {
    round_state: { ...round_state, valid_round: round_state.valid_round.toString() },
    peers: peers.map(documentedPeer),
  };
}
