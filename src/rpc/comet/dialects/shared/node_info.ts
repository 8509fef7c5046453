/** Encodes NodeInfo (consensus-rpc.md 3), which identifies a node. Clients recognize the dialect by `engineVersion`. */

import type { NodeIdentity } from '../../../../backend/comet.js';
import { BLOCK_PROTOCOL } from '../../../../consensus/types/header.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { toHex } from '../../../../kernel/hex.js';
import type { NetworkFacts } from '../views.js';
import { int64 } from './scalars.js';

export const P2P_PROTOCOL = 8;
/**
 * Channels of a full node: block sync, consensus, mempool, evidence, state sync and peer exchange. The order is that of
 * its configuration (node/setup.go, makeNodeInfo).
 */
export const CHANNEL_IDS: Bytes = Uint8Array.of(0x40, 0x20, 0x21, 0x22, 0x23, 0x30, 0x38, 0x60, 0x61, 0x00);
const CHANNELS = toHex(CHANNEL_IDS);

/** Versions with which a node identifies itself. */
export interface NodeVersions {
  readonly engineVersion: string;
  /** Version of the protocol between nodes. Default: that of 0.34 to 0.40. */
  readonly p2pProtocol?: number;
}

export const nodeInfo = (
  node: NodeIdentity,
  { network, appVersion }: NetworkFacts,
  { engineVersion, p2pProtocol = P2P_PROTOCOL }: NodeVersions,
) => ({
  protocol_version: { p2p: int64(p2pProtocol), block: int64(BLOCK_PROTOCOL), app: int64(appVersion) },
  id: toHex(node.nodeId),
  listen_addr: node.listenAddress,
  network,
  version: engineVersion,
  channels: CHANNELS,
  moniker: node.moniker,
  other: { tx_index: 'on', rpc_address: node.rpcAddress },
});
