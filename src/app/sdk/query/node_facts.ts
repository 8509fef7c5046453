/**
 * What the application answers for its node and cannot see itself: the host fills this port. Blocks are bytes here,
 * because their types belong to another room.
 */
import type { PubKey } from '../../../abci/application.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { NodeTxs } from './node_txs.js';

export interface NodeInfo {
  /** Versions of the peer, block and application protocols. */
  readonly protocol: { readonly p2p: bigint; readonly block: bigint; readonly app: bigint };
  /** Lower-case hex. */
  readonly nodeId: string;
  readonly listenAddress: string;
  /** The chain's id. */
  readonly network: string;
  /** Of the consensus engine. */
  readonly version: string;
  readonly channels: Bytes;
  readonly moniker: string;
  readonly txIndex: 'on' | 'off';
  readonly rpcAddress: string;
}

export interface NodeBlock {
  /** `tendermint.types.BlockID` and `tendermint.types.Block`, encoded. */
  readonly id: Bytes;
  readonly block: Bytes;
}

export interface NodeValidator {
  readonly address: Bytes;
  readonly pubKey: PubKey;
  readonly power: bigint;
  readonly proposerPriority: bigint;
}

/** The node's settings as `app.toml` has them. */
export interface NodeConfig {
  /** A coins text, such as `0.5ahalley`. */
  readonly minimumGasPrice: string;
  /** Decimal whole numbers; `0` keeps everything. */
  readonly pruningKeepRecent: string;
  readonly pruningInterval: string;
  readonly haltHeight: bigint;
}

/** The header of the latest block. */
export interface NodeHead {
  readonly height: bigint;
  readonly time: UnixNanos;
  readonly appHash: Bytes;
  readonly nextValidatorsHash: Bytes;
}

export interface NodeFacts {
  readonly info: NodeInfo;
  readonly config: NodeConfig;
  readonly syncing: boolean;
  readonly head: NodeHead;
  /** The lowest height whose block, and whose state, is kept. */
  readonly earliestBlock: bigint;
  readonly earliestState: bigint;
  /** Undefined for a height that is not kept or not there yet. */
  block(height: bigint): NodeBlock | undefined;
  /** The set that signs `height`, in its order. Undefined as above. */
  validators(height: bigint): readonly NodeValidator[] | undefined;
  readonly txs: NodeTxs;
}
