/**
 * Declares what the application reports about its node but cannot know itself; the host implements it. Blocks are bytes
 * here, because their types belong to another layer.
 */
import type { ConsensusParamsUpdate, PubKey } from '../../../abci/application.js';
import type { Awaitable } from '../../../kernel/awaitable.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { NodeEvm } from './node_evm.js';
import type { NodeTxs } from './node_txs.js';

export interface NodeInfo {
  /** Versions of the peer, block and application protocols. */
  readonly protocol: { readonly p2p: bigint; readonly block: bigint; readonly app: bigint };
  /** Lower-case hex. */
  readonly nodeId: string;
  readonly listenAddress: string;
  /** Chain id. */
  readonly network: string;
  /** Version of the consensus engine. */
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

/** Settings of the node as `app.toml` has them. */
export interface NodeConfig {
  /** Coins text, such as `0.5ahalley`. */
  readonly minimumGasPrice: string;
  /** Decimal whole number. `0` retains everything. */
  readonly pruningKeepRecent: string;
  readonly pruningInterval: string;
  readonly haltHeight: bigint;
}

/** Header of the latest block. */
export interface NodeHead {
  readonly height: bigint;
  readonly time: UnixNanos;
  readonly appHash: Bytes;
  readonly nextValidatorsHash: Bytes;
}

/**
 * Facts about the node. A fact that another process gives is a promise, which rejects with SdkQueryError when that
 * process does not answer.
 */
export interface NodeFacts {
  info(): Awaitable<NodeInfo>;
  readonly config: NodeConfig;
  /** Returns whether the node still fetches blocks that others have decided. */
  syncing(): Awaitable<boolean>;
  readonly head: NodeHead;
  /** Lowest height whose block is retained; `earliestState` is the lowest whose state is. */
  readonly earliestBlock: bigint;
  readonly earliestState: bigint;
  /** Returns a block. It is undefined for a height that is pruned or not yet decided. */
  block(height: bigint): Awaitable<NodeBlock | undefined>;
  /** Returns the validator set that signs `height`, in its order. It is undefined as above. */
  validators(height: bigint): readonly NodeValidator[] | undefined;
  /** Returns the engine's parameters of `height`, all of them. It is undefined as above. */
  consensusParams(height: bigint): ConsensusParamsUpdate | undefined;
  readonly txs: NodeTxs;
  readonly evm: NodeEvm;
}
