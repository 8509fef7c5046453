/**
 * What a protocol surface may ask of a chain. Reads are synchronous and come from a published, immutable version; only
 * what has to execute or wait is a promise. A recorded folder or a remote node could stand behind these ports.
 */
import type {
  CheckTxResponse,
  ExecTxResult,
  FinalizeBlockResponse,
  InfoResponse,
  QueryRequest,
  QueryResponse,
} from '../abci/application.js';
import type { AccessListEntry, Authorization } from '../codec/ethereum_access.js';
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

// ---------------------------------------------------------------- EVM

export type { AccessListEntry, Authorization };

/** Where a transaction stands in the chain; absent while it waits in the mempool. */
export interface EvmInclusion {
  readonly blockHash: Bytes;
  readonly blockNumber: bigint;
  /** Among the Ethereum transactions of the block. */
  readonly transactionIndex: number;
  readonly baseFeePerGas: bigint;
  readonly timestamp: bigint;
}

/** A signed Ethereum transaction with its recovered sender. */
export interface EvmTransaction {
  readonly hash: Bytes;
  readonly type: 0 | 1 | 2 | 4;
  readonly from: Bytes;
  /** Undefined for contract creation. */
  readonly to: Bytes | undefined;
  readonly nonce: bigint;
  readonly gas: bigint;
  readonly value: bigint;
  readonly input: Bytes;
  /** Types 0 and 1. */
  readonly gasPrice: bigint | undefined;
  /** Types 2 and 4. */
  readonly maxFeePerGas: bigint | undefined;
  readonly maxPriorityFeePerGas: bigint | undefined;
  readonly accessList: readonly AccessListEntry[] | undefined;
  readonly authorizationList: readonly Authorization[] | undefined;
  /** Undefined for a legacy transaction without replay protection. */
  readonly chainId: bigint | undefined;
  readonly v: bigint;
  readonly r: bigint;
  readonly s: bigint;
  /** The canonical encoding (EIP-2718 envelope). */
  readonly raw: Bytes;
  readonly inclusion: EvmInclusion | undefined;
}

export interface EvmLog {
  readonly address: Bytes;
  readonly topics: readonly Bytes[];
  readonly data: Bytes;
  readonly blockNumber: bigint;
  readonly blockHash: Bytes;
  readonly blockTimestamp: bigint;
  readonly transactionHash: Bytes;
  readonly transactionIndex: number;
  /** Within the block. */
  readonly logIndex: number;
}

export interface EvmReceipt {
  readonly transaction: EvmTransaction;
  readonly inclusion: EvmInclusion;
  readonly success: boolean;
  readonly gasUsed: bigint;
  readonly cumulativeGasUsed: bigint;
  readonly effectiveGasPrice: bigint;
  readonly contractAddress: Bytes | undefined;
  readonly logs: readonly EvmLog[];
  readonly logsBloom: Bytes;
}

/** A consensus block as EVM clients see it. `hash` is the consensus header hash. */
export interface EvmBlock {
  readonly number: bigint;
  readonly hash: Bytes;
  readonly parentHash: Bytes;
  /** Unix seconds. */
  readonly timestamp: bigint;
  /** The proposer's operator account. */
  readonly miner: Bytes;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  readonly baseFeePerGas: bigint;
  /** After this block. */
  readonly stateRoot: Bytes;
  readonly transactionsRoot: Bytes;
  readonly receiptsRoot: Bytes;
  readonly logsBloom: Bytes;
  readonly mixHash: Bytes;
  /** Bytes of the RLP-encoded Ethereum block. */
  readonly size: number;
  readonly transactions: readonly EvmTransaction[];
  readonly receipts: readonly EvmReceipt[];
}

/** A height in [0, head], or what waits on top of it. */
export type StateAt = bigint | 'pending';

export interface EvmCallRequest {
  readonly from?: Bytes;
  readonly to?: Bytes;
  readonly gas?: bigint;
  readonly gasPrice?: bigint;
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
  readonly value?: bigint;
  readonly nonce?: bigint;
  readonly input?: Bytes;
  readonly accessList?: readonly AccessListEntry[];
  readonly authorizationList?: readonly Authorization[];
  readonly chainId?: bigint;
}

export interface StateOverride {
  readonly nonce?: bigint;
  readonly code?: Bytes;
  readonly balance?: bigint;
  /** Replaces the whole storage. */
  readonly state?: ReadonlyMap<string, Bytes>;
  /** Patches slots. Keys of both are `0x`-prefixed 32-byte hex. */
  readonly stateDiff?: ReadonlyMap<string, Bytes>;
}

/** Keys are `0x`-prefixed lower-case addresses. */
export type StateOverrides = ReadonlyMap<string, StateOverride>;

export interface BlockOverrides {
  readonly number?: bigint;
  readonly time?: bigint;
  readonly gasLimit?: bigint;
  readonly feeRecipient?: Bytes;
  readonly prevRandao?: Bytes;
  readonly baseFeePerGas?: bigint;
}

/** `halt` is any failure of the machine other than REVERT; `reason` is geth's text for it, e.g. `out of gas`. */
export type EvmCallOutcome =
  | { readonly type: 'success'; readonly returnData: Bytes; readonly gasUsed: bigint }
  | { readonly type: 'revert'; readonly data: Bytes; readonly gasUsed: bigint }
  | { readonly type: 'halt'; readonly reason: string; readonly gasUsed: bigint }
  /** Refused before execution, e.g. `insufficient funds for gas * price + value: …`. */
  | { readonly type: 'refused'; readonly reason: string };

export interface EvmEstimate {
  readonly outcome: EvmCallOutcome;
  /** The least gas limit with which the call succeeds; undefined when it never does. */
  readonly gas: bigint | undefined;
}

/** `log` is the application's text, headed by geth's words for the condition. */
export type SubmitOutcome =
  | { readonly type: 'accepted'; readonly hash: Bytes }
  /** Never sent: filling in the gas limit found that it would revert. */
  | { readonly type: 'reverted'; readonly data: Bytes }
  | { readonly type: 'refused'; readonly code: number; readonly codespace: string; readonly log: string };

export interface EvmAccountProof {
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly codeHash: Bytes;
  readonly storageHash: Bytes;
  readonly accountProof: readonly Bytes[];
  readonly storageProof: readonly { readonly slot: Bytes; readonly value: Bytes; readonly proof: readonly Bytes[] }[];
}

/** Pushed after every query for the block answers; `block` may be made when it is first read. */
export type EvmNotice =
  | { readonly type: 'block'; readonly block: EvmBlock }
  | { readonly type: 'pendingTransaction'; readonly hash: Bytes };

export interface EvmPort {
  readonly chainId: bigint;
  readonly clientVersion: string;
  /** The newest published height; 0 is the genesis. */
  head(): bigint;
  block(height: bigint): EvmBlock | undefined;
  heightOfHash(blockHash: Bytes): bigint | undefined;
  /** Mined, or waiting in the mempool. */
  transaction(hash: Bytes): EvmTransaction | undefined;
  receipt(hash: Bytes): EvmReceipt | undefined;
  /** 256-byte bloom of the block's logs, without building the block. */
  bloom(height: bigint): Bytes;
  balance(address: Bytes, at: StateAt): bigint;
  /** `pending` counts the sender's executable transactions in the mempool. */
  nonce(address: Bytes, at: StateAt): bigint;
  code(address: Bytes, at: StateAt): Bytes;
  storage(address: Bytes, slot: Bytes, at: StateAt): Bytes;
  proof(address: Bytes, slots: readonly Bytes[], at: StateAt): EvmAccountProof;
  /** The base fee of the block after `height`. */
  nextBaseFee(height: bigint): bigint;
  minGasPrice(): bigint;
  suggestedTip(): bigint;
  call(request: EvmCallRequest, at: StateAt, state?: StateOverrides, block?: BlockOverrides): Promise<EvmCallOutcome>;
  estimateGas(request: EvmCallRequest, at: StateAt, state?: StateOverrides): Promise<EvmEstimate>;
  /** In automine resolves when the block that holds the transaction is published. */
  sendRaw(raw: Bytes): Promise<SubmitOutcome>;
  /** Unlocked accounts. */
  accounts(): readonly Bytes[];
  /** Signs with an unlocked account and sends; `refused` with `unknown account` otherwise. Absent fields are filled. */
  send(request: EvmCallRequest): Promise<SubmitOutcome>;
  /**
   * Another voting power for a validator, by its index among the network's or by its consensus address; resolves when a
   * block holds the change, which counts two heights later. Throws HalleyError when it cannot be.
   */
  setValidatorPower(validator: number | Bytes, power: bigint): Promise<void>;
  peerCount(): number;
  /** Returns the function that stops it. */
  listen(listener: (notice: EvmNotice) => void): () => void;
}

// ---------------------------------------------------------------- consensus engine

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

export interface CometPort {
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

// ---------------------------------------------------------------- assets

export interface AssetDenom {
  readonly denom: string;
  readonly symbol?: string;
  readonly name?: string;
  readonly decimals?: number;
  readonly logoUri?: string;
}

export interface AssetPort {
  readonly chainId: string;
  readonly evmChainId: bigint;
  /** The chain's denoms with metadata, from live state; undefined when nobody holds or describes it. */
  denom(denom: string): AssetDenom | undefined;
}
