/**
 * Defines what the CometBFT RPC may request of a chain: blocks, rounds, peers, events, the mempool. Reads are
 * synchronous and come from a published, immutable version; only operations that execute or wait return promises.
 */
import type {
  CheckTxResponse,
  ExecTxResult,
  FinalizeBlockResponse,
  InfoResponse,
  QueryRequest,
  QueryResponse,
} from '../abci/application.js';
import type { Block } from '../consensus/types/block.js';
import type { BlockId } from '../consensus/types/block_id.js';
import type { Commit } from '../consensus/types/commit.js';
import type { Evidence } from '../consensus/types/evidence.js';
import type { GenesisDoc } from '../consensus/types/genesis.js';
import type { Header } from '../consensus/types/header.js';
import type { ConsensusParams } from '../consensus/types/params.js';
import type { Proposal } from '../consensus/types/proposal.js';
import type { PlainRoundEventName } from '../consensus/types/round_event.js';
import type { Validator, ValidatorSet } from '../consensus/types/validator_set.js';
import type { Vote } from '../consensus/types/vote.js';
import type { Bytes } from '../kernel/bytes.js';
import type { UnixNanos } from '../kernel/time.js';

export interface StoredBlock {
  readonly blockId: BlockId;
  readonly block: Block;
  /** Bytes of the encoded block. */
  readonly size: number;
}

export interface BlockResults {
  readonly height: bigint;
  readonly response: FinalizeBlockResponse;
}

export interface TxLocation {
  readonly height: bigint;
  readonly index: number;
  readonly tx: Bytes;
  readonly result: ExecTxResult;
}

export interface VoteSetView {
  readonly round: number;
  /** One entry for each validator, as in `precommits`. */
  readonly prevotes: readonly (Vote | undefined)[];
  readonly precommits: readonly (Vote | undefined)[];
}

/** Block whose parts are being collected or are complete. */
export interface PartsView {
  /** One flag for each part. */
  readonly received: readonly boolean[];
}

/** One validator's round state, for `consensus_state` and `dump_consensus_state` (consensus-engine.md 5.2). */
export interface RoundStateView {
  readonly height: bigint;
  readonly round: number;
  /** `RoundStepType`, from 1 to 8. */
  readonly step: number;
  readonly startTime: UnixNanos;
  readonly commitTime: UnixNanos;
  readonly validators: ValidatorSet;
  readonly proposalBlockHash: Bytes;
  readonly lockedBlockHash: Bytes;
  readonly validBlockHash: Bytes;
  readonly votes: readonly VoteSetView[];
  readonly proposal: Proposal | undefined;
  readonly proposalReceiveTime: UnixNanos;
  readonly proposalBlock: Block | undefined;
  readonly proposalParts: PartsView | undefined;
  /** -1 when nothing is locked. */
  readonly lockedRound: number;
  readonly lockedBlock: Block | undefined;
  readonly lockedParts: PartsView | undefined;
  /** -1 when there is no valid block. */
  readonly validRound: number;
  readonly validBlock: Block | undefined;
  readonly validParts: PartsView | undefined;
  /** -1 before the commit. */
  readonly commitRound: number;
  /** Precommits of the previous height, one entry for each of its validators; `undefined` at the initial height. */
  readonly lastCommit: readonly (Vote | undefined)[] | undefined;
  readonly lastValidators: ValidatorSet | undefined;
  readonly triggeredPrecommitWait: boolean;
}

/**
 * Traffic of a connection in one direction: the engine's `flowrate.Status`. Units are bytes, bytes per second and
 * nanoseconds.
 */
export interface FlowView {
  readonly active: boolean;
  readonly start: UnixNanos;
  readonly duration: bigint;
  readonly idle: bigint;
  readonly bytes: bigint;
  readonly samples: bigint;
  readonly instRate: bigint;
  readonly curRate: bigint;
  readonly avgRate: bigint;
  readonly peakRate: bigint;
  readonly bytesRem: bigint;
  readonly timeRem: bigint;
  /** Thousandths of a percent. */
  readonly progress: number;
}

export interface ChannelView {
  readonly id: number;
  readonly sendQueueCapacity: bigint;
  readonly sendQueueSize: bigint;
  readonly priority: bigint;
  readonly recentlySent: bigint;
}

/** Identifies a node to its peers. */
export interface NodeIdentity {
  /** 20 bytes, which are printed in lower case. */
  readonly nodeId: Bytes;
  readonly moniker: string;
  readonly listenAddress: string;
  readonly rpcAddress: string;
}

/** Another validator's node to which this one is connected. */
export interface PeerView {
  readonly node: NodeIdentity;
  readonly isOutbound: boolean;
  readonly remoteIp: string;
  /** Age of the connection in nanoseconds. */
  readonly duration: bigint;
  readonly send: FlowView;
  readonly receive: FlowView;
  readonly channels: readonly ChannelView[];
}

export interface NetView {
  readonly listening: boolean;
  readonly listeners: readonly string[];
  readonly peers: readonly PeerView[];
}

type Bits = readonly boolean[];

/**
 * Knowledge of this node about a peer's round (consensus-rpc.md 10.3, `peers`). Bits are `undefined` where there is no
 * vote set.
 */
export interface PeerRoundView {
  /** `<id>@ip:port`. */
  readonly nodeAddress: string;
  readonly height: bigint;
  readonly round: number;
  readonly step: number;
  readonly startTime: UnixNanos;
  readonly proposal: boolean;
  readonly proposalPartsHeader: { readonly total: number; readonly hash: Bytes };
  readonly proposalParts: Bits | undefined;
  readonly proposalPolRound: number;
  readonly proposalPol: Bits | undefined;
  readonly prevotes: Bits | undefined;
  readonly precommits: Bits | undefined;
  readonly lastCommitRound: number;
  readonly lastCommit: Bits | undefined;
  readonly catchupCommitRound: number;
  readonly catchupCommit: Bits | undefined;
  /** Numbers of messages that the peer has sent to this node. */
  readonly stats: { readonly votes: bigint; readonly blockParts: bigint };
}

/** Unconfirmed transactions, in the order in which they would be proposed. */
export interface UnconfirmedView {
  /** At most as many as requested. */
  readonly txs: readonly Bytes[];
  readonly total: number;
  readonly totalBytes: bigint;
}

/** Matches of a search that are found but not loaded. */
export interface Matches<T> {
  readonly total: number;
  load(from: number, count: number): readonly T[];
}

export interface SearchRequest {
  readonly query: EventQuery;
  readonly order: 'asc' | 'desc';
  /**
   * Requires with true that one event meets all conditions (the rule since 0.37). With false, one transaction or block
   * has to meet them.
   */
  readonly sameEvent: boolean;
}

/** Adds the key, address and powers of this node's validator to its identity. */
export interface NodeView extends NodeIdentity {
  readonly validator: Validator;
}

export type BroadcastOutcome =
  /** A `check.code` other than 0 is a normal response. */
  | { readonly type: 'checked'; readonly check: CheckTxResponse; readonly hash: Bytes }
  /** The mempool itself refused the transaction: full, too large, seen before. The text is CometBFT's. */
  | { readonly type: 'refused'; readonly reason: string };

interface RoundPlace {
  readonly height: bigint;
  readonly round: number;
  /** `RoundStepType`, from 1 to 8. */
  readonly step: number;
  /** Only `tm.event`. */
  readonly attributes: EventMap;
}

/** Event of one validator's engine (consensus-rpc.md 8.1). */
export type RoundEvent =
  | (RoundPlace & { readonly type: PlainRoundEventName })
  | (RoundPlace & { readonly type: 'NewRound'; readonly proposer: Bytes; readonly proposerIndex: number })
  | (RoundPlace & { readonly type: 'CompleteProposal'; readonly blockId: BlockId })
  | { readonly type: 'Vote'; readonly vote: Vote; readonly attributes: EventMap };

/** Event on the bus: its name, typed payload and the `composite key → values` that queries match. */
export type BusEvent =
  | RoundEvent
  | {
      readonly type: 'NewEvidence';
      readonly height: bigint;
      readonly evidence: Evidence;
      readonly attributes: EventMap;
    }
  | {
      readonly type: 'ValidatorSetUpdates';
      /** Updates as the application requested them: power 0 is a removal. */
      readonly updates: readonly Validator[];
      readonly attributes: EventMap;
    }
  | {
      readonly type: 'NewBlock';
      readonly stored: StoredBlock;
      readonly results: FinalizeBlockResponse;
      readonly attributes: EventMap;
    }
  | {
      readonly type: 'NewBlockHeader';
      readonly header: Header;
      readonly numTxs: number;
      readonly results: FinalizeBlockResponse;
      readonly attributes: EventMap;
    }
  | { readonly type: 'Tx'; readonly location: TxLocation; readonly attributes: EventMap };

export type EventMap = ReadonlyMap<string, readonly string[]>;

/** Parsed subscription query. */
export interface EventQuery {
  readonly text: string;
  matches(attributes: EventMap): boolean;
}

/** Requests of the CometBFT RPC to a chain. `src/devnet/backends/comet.ts` implements it. */
export interface CometBackend {
  readonly genesis: GenesisDoc;
  node(): NodeView;
  /** Returns the lowest stored height; `height` returns the highest. */
  base(): bigint;
  height(): bigint;
  block(height: bigint): StoredBlock | undefined;
  heightOfHash(blockHash: Bytes): bigint | undefined;
  /** Returns the canonical commit of a height (from the next block), or the seen commit at the latest height. */
  commit(height: bigint): { readonly commit: Commit; readonly canonical: boolean } | undefined;
  results(height: bigint): BlockResults | undefined;
  /** Returns the validator set, which is known for heights up to `height() + 1`. */
  validators(height: bigint): ValidatorSet | undefined;
  params(height: bigint): ConsensusParams | undefined;
  tx(hash: Bytes): TxLocation | undefined;
  roundState(): RoundStateView;
  net(): NetView;
  peers(): readonly PeerRoundView[];
  unconfirmed(limit: number): UnconfirmedView;
  /** Runs only CheckTx of the application, without adding to the mempool. */
  checkTx(tx: Bytes): Promise<CheckTxResponse>;
  /** Finds transactions. Throws HalleyError with the indexer's text for a query that it cannot run. */
  searchTxs(request: SearchRequest): Matches<TxLocation>;
  searchBlocks(request: SearchRequest): Matches<StoredBlock>;
  /**
   * Submits evidence to the pool and resolves to its hash, also when it is known. Throws HalleyError with the pool's
   * reason.
   */
  submitEvidence(evidence: Evidence): Promise<Bytes>;
  /** Reconnects this node to the simulated peers with these ids (20 bytes). */
  dial(nodeIds: readonly Bytes[]): Promise<void>;
  /** Removes every transaction from the mempool, and from its cache of seen ones. */
  flushMempool(): Promise<void>;
  info(): Promise<InfoResponse>;
  query(request: QueryRequest): Promise<QueryResponse>;
  /** Accepts a wrapped transaction, or a bare Ethereum one, which it wraps. `hash` is that of the wrapped bytes. */
  broadcast(tx: Bytes): Promise<BroadcastOutcome>;
  /** Resolves when the transaction is in a block; `location` is undefined after `timeoutMs`. */
  broadcastCommit(
    tx: Bytes,
    timeoutMs: number,
  ): Promise<{ readonly outcome: BroadcastOutcome; readonly location: TxLocation | undefined }>;
  /** Throws HalleyError `invalid-argument` with the text of CometBFT's parser. */
  parseQuery(text: string): EventQuery;
  /**
   * Subscribes a listener, which is called after the event's height is published. Returns a function that ends the
   * subscription.
   */
  listen(listener: (event: BusEvent) => void): () => void;
}
