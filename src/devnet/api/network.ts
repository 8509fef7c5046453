/** Shows the current state of the simulated network: the position of each node, and the traffic of the links. */

import type { NodeIdentity } from '../../backend/comet.js';
import { stepName } from '../../consensus/round_step.js';
import { toHex } from '../../kernel/hex.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { Connection, SimNetwork } from '../../simulation/index.js';
import type { Chain } from '../chain/chain.js';

/** Describes a validator's node. */
export interface NetworkNode {
  /** Is its index among the validators. */
  readonly index: number;
  /** Is the id in hex, as in `status` and `net_info`. */
  readonly nodeId: string;
  readonly moniker: string;
  /** Is true while the node runs. */
  readonly up: boolean;
  /** Is its current height in consensus. */
  readonly height: bigint;
  readonly round: number;
  /** Names the step as consensus does: `NewHeight`, `Propose`, `Prevote`, … */
  readonly step: string;
  /** Lists the nodes to which it is connected. */
  readonly peers: readonly NetworkPeer[];
}

/** Describes a connection from one of its ends. */
export interface NetworkPeer {
  readonly index: number;
  /** Is when it began, in nanoseconds of the chain's time. */
  readonly since: UnixNanos;
  /** Counts the bytes of consensus messages. */
  readonly sent: number;
  readonly received: number;
}

export interface DevnetNetwork {
  /** Lists the nodes in the order of the validators. */
  readonly nodes: readonly NetworkNode[];
}

export const networkOf = (chain: Chain): DevnetNetwork => ({
  get nodes() {
    return chain.identities.map((identity, index) => nodeOf(chain.simNetwork, identity, index));
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
