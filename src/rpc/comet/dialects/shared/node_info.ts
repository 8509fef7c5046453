/** NodeInfo (consensus-rpc.md 3): how a node presents itself. `engineVersion` is how clients tell dialects apart. */
import { BLOCK_PROTOCOL } from '../../../../consensus/types/header.js';
import { toHex } from '../../../../kernel/hex.js';
import type { NodeIdentity } from '../../../ports.js';
import { int64 } from './scalars.js';

const P2P_PROTOCOL = 8;
/** Block sync, consensus, mempool, evidence, state sync and peer exchange: what a full node speaks. */
const CHANNELS = '40202122233038606100';

/** What all nodes of a network have in common. */
export interface NetworkFacts {
  /** The chain id. */
  readonly network: string;
  readonly appVersion: bigint;
}

export const nodeInfo = (node: NodeIdentity, { network, appVersion }: NetworkFacts, engineVersion: string) => ({
  protocol_version: { p2p: int64(P2P_PROTOCOL), block: int64(BLOCK_PROTOCOL), app: int64(appVersion) },
  id: toHex(node.nodeId),
  listen_addr: node.listenAddress,
  network,
  version: engineVersion,
  channels: CHANNELS,
  moniker: node.moniker,
  other: { tx_index: 'on', rpc_address: node.rpcAddress },
});
