/** The simulated network as it is now: who stands where, and what went over the links. */

import type { NodeIdentity } from '../../backend/comet.js';
import { stepName } from '../../consensus/round_step.js';
import { toHex } from '../../kernel/hex.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { Connection, SimNetwork } from '../../simulation/index.js';
import type { Chain } from '../chain/chain.js';

/** A validator's node. */
export interface NetworkNode {
  /** Its place among the validators. */
  readonly index: number;
  /** As `status` and `net_info` show it, in hex. */
  readonly nodeId: string;
  readonly moniker: string;
  /** Whether it runs. */
  readonly up: boolean;
  /** Where it stands in consensus. */
  readonly height: bigint;
  readonly round: number;
  /** As consensus names it: `NewHeight`, `Propose`, `Prevote`, … */
  readonly step: string;
  /** Nodes that it is connected to. */
  readonly peers: readonly NetworkPeer[];
}

/** A connection, as one of its ends sees it. */
export interface NetworkPeer {
  readonly index: number;
  /** When it began, in nanoseconds of the chain's time. */
  readonly since: UnixNanos;
  /** Bytes of consensus messages. */
  readonly sent: number;
  readonly received: number;
}

export interface DevnetNetwork {
  /** In the order of the validators. */
  readonly nodes: readonly NetworkNode[];
}

export const networkOf = ({ simNetwork, identities }: Chain): DevnetNetwork => ({
  get nodes() {
    return identities.map((identity, index) => nodeOf(simNetwork, identity, index));
  },
});

function nodeOf(simNetwork: SimNetwork, { nodeId, moniker }: NodeIdentity, index: number): NetworkNode {
  const { up, engine } = simNetwork.node(index);
  const { height, round, step } = engine.round;
  const peers = Array.from({ length: simNetwork.size }, (_, peer) => peer).flatMap((peer) => {
    const connection = simNetwork.connection(index, peer);
    return connection === undefined ? [] : [peerOf(peer, connection)];
  });
  return { index, nodeId: toHex(nodeId), moniker, up, height, round, step: stepName(step), peers };
}

const peerOf = (index: number, { since, sent, received }: Connection): NetworkPeer => ({
  index,
  since,
  sent: sent.bytes,
  received: received.bytes,
});
