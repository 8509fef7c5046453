/**
 * What the consensus RPC may ask of a chain: blocks, rounds, peers, events, the mempool. Reads are synchronous and come
 * from a published, immutable version; only what has to execute or wait is a promise.
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
  /** One slot for each validator. */
  readonly prevotes: readonly (Vote | undefined)[];
  readonly precommits: readonly (Vote | undefined)[];
}

/** A block whose parts are being collected, or are all there. */
export interface PartsView {
  /** One flag for each part. */
  readonly received: readonly boolean[];
}

/** One validator's round state, for `consensus_state` and `dump_consensus_state` (consensus-engine.md 5.2). */
export interface RoundStateView {
  readonly height: bigint;
  readonly round: number;
  /** 1..8, `RoundStepType`. */
  readonly step: number;
  readonly startTime: UnixNanos;
  readonly commitTime: UnixNanos;
  readonly validators: ValidatorSet;
  readonly proposalBlockHash: Bytes;
  readonly lockedBlockHash: Bytes;
  readonly validBlockHash: Bytes;
  readonly votes: readonly VoteSetView[];
  readonly proposal: Proposal | undefined;
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
  /** Precommits of the height before, one slot for each of its validators; undefined at the initial height. */
  readonly lastCommit: readonly (Vote | undefined)[] | undefined;
  readonly lastValidators: ValidatorSet | undefined;
  readonly triggeredPrecommitWait: boolean;
}

/** What passed over a connection in one direction: the engine's `flowrate.Status`. Bytes, bytes a second, nanoseconds. */
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
  /** Thousandths of a per cent. */
  readonly progress: number;
}

export interface ChannelView {
  readonly id: number;
  readonly sendQueueCapacity: bigint;
  readonly sendQueueSize: bigint;
  readonly priority: bigint;
  readonly recentlySent: bigint;
}

/** How a node presents itself to its peers. */
export interface NodeIdentity {
  /** 20 bytes; printed in lower case. */
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
  /** Nanoseconds since the connection stands. */
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

/** What this node knows of a peer's round (consensus-rpc.md 10.3, `peers`). Undefined bits are those of no vote set. */
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
  /** Messages that the peer sent us. */
  readonly stats: { readonly votes: bigint; readonly blockParts: bigint };
}

/** Transactions that wait, in the order in which they would be proposed. */
export interface UnconfirmedView {
  /** At most as many as were asked for. */
  readonly txs: readonly Bytes[];
  readonly total: number;
  readonly totalBytes: bigint;
}

/** Matches of a search, found but not yet loaded. */
export interface Matches<T> {
  readonly total: number;
  load(from: number, count: number): readonly T[];
}

export interface SearchRequest {
  readonly query: EventQuery;
  readonly order: 'asc' | 'desc';
  /** True: all conditions must hold within one event (the rule since 0.37). False: within one transaction or block. */
  readonly sameEvent: boolean;
}

/** `ed25519` key, address and powers of the validator that answers as "this node". */
export interface NodeView extends NodeIdentity {
  readonly validator: Validator;
}

export type BroadcastOutcome =
  /** `check.code` other than 0 is a normal answer. */
  | { readonly type: 'checked'; readonly check: CheckTxResponse; readonly hash: Bytes }
  /** The mempool itself refused: full, too large, seen before. Text as CometBFT's. */
  | { readonly type: 'refused'; readonly reason: string };

interface RoundPlace {
  readonly height: bigint;
  readonly round: number;
  /** 1..8, `RoundStepType`. */
  readonly step: number;
  /** `tm.event` alone. */
  readonly attributes: EventMap;
}

/** Round events that have no facts beyond the place. */
export type PlainRoundEventName =
  | 'NewRoundStep'
  | 'TimeoutPropose'
  | 'TimeoutWait'
  | 'Polka'
  | 'Lock'
  | 'Relock'
  | 'Unlock'
  | 'ValidBlock';

/** What one validator's engine went through (consensus-rpc.md 8.1). */
export type RoundEvent =
  | (RoundPlace & { readonly type: PlainRoundEventName })
  | (RoundPlace & { readonly type: 'NewRound'; readonly proposer: Bytes; readonly proposerIndex: number })
  | (RoundPlace & { readonly type: 'CompleteProposal'; readonly blockId: BlockId })
  | { readonly type: 'Vote'; readonly vote: Vote; readonly attributes: EventMap };

/** An event on the bus: its name, typed payload and the `composite key → values` that queries match. */
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
      /** As the application asked: power 0 is a removal. */
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

/** A parsed subscription query. */
export interface EventQuery {
  readonly text: string;
  matches(attributes: EventMap): boolean;
}

export interface CometBackend {
  readonly genesis: GenesisDoc;
  node(): NodeView;
  /** Lowest and highest stored heights. */
  base(): bigint;
  height(): bigint;
  block(height: bigint): StoredBlock | undefined;
  heightOfHash(blockHash: Bytes): bigint | undefined;
  /** The canonical commit of a height (from the next block), or the seen commit at the tip. */
  commit(height: bigint): { readonly commit: Commit; readonly canonical: boolean } | undefined;
  results(height: bigint): BlockResults | undefined;
  /** Known for heights up to `height() + 1`. */
  validators(height: bigint): ValidatorSet | undefined;
  params(height: bigint): ConsensusParams | undefined;
  tx(hash: Bytes): TxLocation | undefined;
  roundState(): RoundStateView;
  net(): NetView;
  peers(): readonly PeerRoundView[];
  unconfirmed(limit: number): UnconfirmedView;
  /** CheckTx of the application alone; the mempool does not hear of it. */
  checkTx(tx: Bytes): Promise<CheckTxResponse>;
  /** Throws HalleyError with the indexer's text for what it cannot look for. */
  searchTxs(request: SearchRequest): Matches<TxLocation>;
  searchBlocks(request: SearchRequest): Matches<StoredBlock>;
  /** Hands evidence to the pool; answers its hash, also when it is known. Throws HalleyError with the pool's reason. */
  submitEvidence(evidence: Evidence): Promise<Bytes>;
  /** Connects this node again to those among the simulated peers that have these ids (20 bytes). */
  dial(nodeIds: readonly Bytes[]): Promise<void>;
  /** Forgets every waiting transaction, and that any was ever seen. */
  flushMempool(): Promise<void>;
  info(): Promise<InfoResponse>;
  query(request: QueryRequest): Promise<QueryResponse>;
  /** Accepts a wrapped transaction, and a bare Ethereum one, which it wraps; `hash` is of the wrapped bytes. */
  broadcast(tx: Bytes): Promise<BroadcastOutcome>;
  /** Resolves when the transaction is in a block, or undefined after `timeoutMs`. */
  broadcastCommit(
    tx: Bytes,
    timeoutMs: number,
  ): Promise<{ readonly outcome: BroadcastOutcome; readonly location: TxLocation | undefined }>;
  /** Throws HalleyError `invalid-argument` with CometBFT's parser text. */
  parseQuery(text: string): EventQuery;
  /** Called after the event's height is published. Returns the function that stops it. */
  listen(listener: (event: BusEvent) => void): () => void;
}
