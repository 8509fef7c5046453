/** A node of a new network, from which its files are made. */
import { type NodeKeys, nodeIdOf } from './keys/node_keys.js';
import type { NodePorts } from './ports.js';

export interface PlannedNode {
  /** Moniker of the node and the name of its folder. */
  readonly name: string;
  /** Host at which the other nodes reach it. */
  readonly host: string;
  readonly ports: NodePorts;
  readonly keys: NodeKeys;
}

/** Address on which servers listen for clients of the same machine only. */
export const LOOPBACK = '127.0.0.1';
/** Address on which servers listen for all machines. */
export const ALL_INTERFACES = '0.0.0.0';

/** Returns the peers of a node in the format of `persistent_peers`. `hostOf` returns the host of a peer. */
export function peersOf(
  node: PlannedNode,
  nodes: readonly PlannedNode[],
  hostOf: (peer: PlannedNode) => string = ({ host }) => host,
): string {
  const peers = nodes.filter((peer) => peer !== node);
  return peers.map((peer) => `${nodeIdOf(peer.keys)}@${hostOf(peer)}:${peer.ports.p2p}`).join(',');
}
