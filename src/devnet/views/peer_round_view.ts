/**
 * Shows what the observed node knows of its peers' rounds (CometBFT consensus/types/peer_round_state.go, `peers` of
 * dump_consensus_state). Every message of a peer arrives here or will be fetched, so what is known of a peer equals
 * what it has.
 */

import type { NodeIdentity, PeerRoundView } from '../../backend/comet.js';
import type { EngineState, RoundState } from '../../consensus/state.js';
import { precommitsOf, prevotesOf } from '../../consensus/tally/height_votes.js';
import { type VoteSet, votesOf } from '../../consensus/tally/vote_set.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import type { SimNetwork } from '../../simulation/index.js';
import { OBSERVED_NODE } from '../chain/node_identity.js';
import { connectedPeers } from './net_view.js';

const NO_PARTS = { total: 0, hash: EMPTY_BYTES };

export function peerRoundViews(simNetwork: SimNetwork, identities: readonly NodeIdentity[]): readonly PeerRoundView[] {
  const own = simNetwork.node(OBSERVED_NODE).engine.round;
  return connectedPeers(simNetwork).map(({ index, connection: { received } }) => ({
    ...roundOf(simNetwork.node(index).engine, own),
    nodeAddress: addressOf(identities[index] as NodeIdentity),
    stats: { votes: BigInt(received.votes), blockParts: BigInt(received.blockParts) },
  }));
}

const addressOf = ({ nodeId, listenAddress }: NodeIdentity): string =>
  `${toHex(nodeId)}@${listenAddress.slice('tcp://'.length)}`;

function roundOf({ round: peer }: EngineState, own: RoundState): Omit<PeerRoundView, 'nodeAddress' | 'stats'> {
  const { proposal, proposalParts, lastCommit } = peer;
  const polRound = proposal?.polRound ?? -1;
  const catchup = catchupCommit(peer, own);
  return {
    height: peer.height,
    round: peer.round,
    step: peer.step,
    startTime: peer.startTime,
    proposal: proposal !== undefined,
    proposalPartsHeader: proposalParts?.header ?? NO_PARTS,
    proposalParts: proposalParts?.parts.map((part) => part !== undefined),
    proposalPolRound: polRound,
    proposalPol: bitsOf(peer, prevotesOf(peer.votes, polRound)),
    prevotes: bitsOf(peer, prevotesOf(peer.votes, peer.round)),
    precommits: bitsOf(peer, precommitsOf(peer.votes, peer.round)),
    lastCommitRound: lastCommit?.round ?? -1,
    lastCommit: lastCommit && bitsOf(peer, lastCommit),
    catchupCommitRound: catchup?.round ?? -1,
    catchupCommit: bitsOf(peer, catchup),
  };
}

/** Returns one bit for each validator. Without a vote set all are false, as in a new bit array. */
const bitsOf = ({ validators }: RoundState, set: VoteSet | undefined): readonly boolean[] =>
  set === undefined ? validators.validators.map(() => false) : votesOf(set).map((vote) => vote !== undefined);

/**
 * Returns the peer's precommits of the round that we would offer it as a commit: a round in which we see a majority.
 */
function catchupCommit(peer: RoundState, own: RoundState): VoteSet | undefined {
  if (own.height === peer.height + 1n) {
    const round = own.lastCommit?.round;
    return round === undefined ? undefined : precommitsOf(peer.votes, round);
  }
  if (own.height !== peer.height) return undefined;
  const decided = own.votes.rounds.findLast(
    ({ round, precommits }) => round <= peer.round && precommits.majority !== undefined,
  );
  return decided && precommitsOf(peer.votes, decided.round);
}
