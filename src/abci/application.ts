/**
 * Defines the boundary between consensus and the replicated application: ABCI 2.0 (CometBFT 0.38). Both sides know only
 * this file. Shapes follow `tendermint/abci/types.proto`; names are its names in camel case. Facts that a dialect of
 * the CometBFT RPC needs beyond them (the block phase of an event) are optional and covered by no hash.
 */
import type { Bytes } from '../kernel/bytes.js';
import type { UnixNanos } from '../kernel/time.js';

export interface EventAttribute {
  readonly key: string;
  readonly value: string;
  readonly index: boolean;
}

export interface Event {
  readonly type: string;
  readonly attributes: readonly EventAttribute[];
}

/** Validator key; `type` is the word that `validator.pub_key_types` uses. */
export interface PubKey {
  readonly type: 'ed25519' | 'secp256k1' | 'secp256k1eth' | 'ml_dsa_65';
  readonly bytes: Bytes;
}

export interface ValidatorUpdate {
  readonly pubKey: PubKey;
  /** Voting power; zero removes the validator. */
  readonly power: bigint;
}

/** Updates consensus parameters. Each group that is present replaces the whole group, one height later. */
export interface ConsensusParamsUpdate {
  readonly block?: { readonly maxBytes: bigint; readonly maxGas: bigint };
  readonly evidence?: {
    readonly maxAgeNumBlocks: bigint;
    /** Nanoseconds. */
    readonly maxAgeDuration: bigint;
    readonly maxBytes: bigint;
  };
  readonly validator?: { readonly pubKeyTypes: readonly string[] };
  readonly version?: { readonly app: bigint };
  readonly abci?: { readonly voteExtensionsEnableHeight: bigint };
  /** Nanoseconds; a zero leaves the value. CometBFT 1.0 has this group and the next. */
  readonly synchrony?: { readonly precision: bigint; readonly messageDelay: bigint };
  /** Heights from which features are on. An absent member leaves the height. */
  readonly feature?: { readonly voteExtensionsEnableHeight?: bigint; readonly pbtsEnableHeight?: bigint };
  /** Account that the application lets change parameters; from CometBFT 0.39 on. */
  readonly authority?: { readonly authority: string };
}

/** `BlockIDFlag`: 1 absent, 2 commit, 3 nil. */
export type BlockIdFlagValue = 1 | 2 | 3;

export interface VoteInfo {
  readonly validator: { readonly address: Bytes; readonly power: bigint };
  readonly blockIdFlag: BlockIdFlagValue;
}

export interface CommitInfo {
  readonly round: number;
  /** Follows the order of the validator set that signed. It is empty at the initial height. */
  readonly votes: readonly VoteInfo[];
}

/** Vote with its extension. Both members are empty in a vote for nil, and below the height that enables extensions. */
export interface ExtendedVoteInfo extends VoteInfo {
  readonly voteExtension: Bytes;
  /** Signature over the extension with height, round and chain id (`CanonicalVoteExtension`). */
  readonly extensionSignature: Bytes;
}

/** Last commit as the proposer's node has it. Blocks and the other calls contain no extensions. */
export interface ExtendedCommitInfo {
  readonly round: number;
  readonly votes: readonly ExtendedVoteInfo[];
}

export interface Misbehavior {
  readonly type: 'duplicate-vote' | 'light-client-attack';
  readonly validator: { readonly address: Bytes; readonly power: bigint };
  readonly height: bigint;
  readonly time: UnixNanos;
  readonly totalVotingPower: bigint;
}

/** Engine that asks. A simulated engine asks without it. */
export interface InfoRequest {
  /** CometBFT's version, such as `0.38.25`. */
  readonly version: string;
  readonly blockVersion: bigint;
  readonly p2pVersion: bigint;
  /** `2.0.0` for CometBFT 0.38 to 0.40. */
  readonly abciVersion: string;
}

export interface InfoResponse {
  readonly data: string;
  readonly version: string;
  readonly appVersion: bigint;
  /** Last committed height; 0 before InitChain. */
  readonly lastBlockHeight: bigint;
  readonly lastBlockAppHash: Bytes;
}

export interface InitChainRequest {
  readonly time: UnixNanos;
  readonly chainId: string;
  readonly consensusParams: ConsensusParamsUpdate;
  readonly validators: readonly ValidatorUpdate[];
  /** Genesis document's `app_state` as parsed JSON. */
  readonly appState: unknown;
  readonly initialHeight: bigint;
}

export interface InitChainResponse {
  readonly consensusParams?: ConsensusParamsUpdate;
  /** Replaces the genesis validators unless it is empty. */
  readonly validators: readonly ValidatorUpdate[];
  readonly appHash: Bytes;
}

export interface CheckTxRequest {
  readonly tx: Bytes;
  readonly type: 'new' | 'recheck';
}

/**
 * Facts by which the mempool orders transactions of one sender by nonce and of all senders by fee; `undefined` for a
 * transaction without such an order, which is served in order of arrival.
 */
export interface Admission {
  /** Groups transactions that share a nonce sequence: lower-case hex of the sender's 20-byte address. */
  readonly sender: string;
  readonly nonce: bigint;
  /** Sender's next nonce in committed state. */
  readonly accountNonce: bigint;
  /** Wei per unit of gas; for legacy transactions it equals the priority fee. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /** Highest possible cost of the transaction, in wei; `balance` is the sender's committed balance. */
  readonly cost: bigint;
  readonly balance: bigint;
  /** Keccak-256 of the Ethereum transaction inside; `undefined` when there is none. */
  readonly ethereumHash: Bytes | undefined;
  /**
   * Requires that the sequence is the sender's next one: the transaction neither waits for an earlier one nor replaces
   * another.
   */
  readonly strict: boolean;
}

export interface CheckTxResponse {
  readonly code: number;
  readonly data: Bytes;
  readonly log: string;
  readonly info: string;
  readonly gasWanted: bigint;
  readonly gasUsed: bigint;
  readonly events: readonly Event[];
  readonly codespace: string;
  /** Present when code is 0 and the transaction belongs to a nonce sequence. It is not part of the wire format. */
  readonly admission?: Admission;
}

export interface PrepareProposalRequest {
  readonly maxTxBytes: bigint;
  readonly txs: readonly Bytes[];
  readonly localLastCommit: ExtendedCommitInfo;
  readonly misbehavior: readonly Misbehavior[];
  readonly height: bigint;
  readonly time: UnixNanos;
  readonly nextValidatorsHash: Bytes;
  readonly proposerAddress: Bytes;
}

export interface ProcessProposalRequest {
  readonly txs: readonly Bytes[];
  readonly proposedLastCommit: CommitInfo;
  readonly misbehavior: readonly Misbehavior[];
  readonly hash: Bytes;
  readonly height: bigint;
  readonly time: UnixNanos;
  readonly nextValidatorsHash: Bytes;
  readonly proposerAddress: Bytes;
}

/** Facts of the block that a validator is about to precommit. */
export interface ExtendVoteRequest extends ProcessProposalRequest {
  /**
   * Validator that votes. It is not part of the wire format: an application in a process of its own serves one
   * validator, and one application serves all validators of a simulated network.
   */
  readonly validatorAddress?: Bytes;
}

export interface VerifyVoteExtensionRequest {
  /** Hash of the block that the vote is for. */
  readonly hash: Bytes;
  /** Validator that signed the vote. */
  readonly validatorAddress: Bytes;
  readonly height: bigint;
  readonly voteExtension: Bytes;
}

export interface FinalizeBlockRequest {
  readonly txs: readonly Bytes[];
  readonly decidedLastCommit: CommitInfo;
  readonly misbehavior: readonly Misbehavior[];
  readonly hash: Bytes;
  readonly height: bigint;
  readonly time: UnixNanos;
  readonly nextValidatorsHash: Bytes;
  readonly proposerAddress: Bytes;
}

/**
 * Result of a transaction. The next header's last_results_hash covers `code`, `data`, `gasWanted` and `gasUsed`, but
 * not the rest.
 */
export interface ExecTxResult {
  readonly code: number;
  readonly data: Bytes;
  readonly log: string;
  readonly info: string;
  readonly gasWanted: bigint;
  readonly gasUsed: bigint;
  readonly events: readonly Event[];
  readonly codespace: string;
}

export interface FinalizeBlockResponse {
  /** Begin-block events, then end-block events. Each has the SDK's attribute `mode` = BeginBlock or EndBlock. */
  readonly events: readonly Event[];
  readonly txResults: readonly ExecTxResult[];
  readonly validatorUpdates: readonly ValidatorUpdate[];
  readonly consensusParamUpdates?: ConsensusParamsUpdate;
  readonly appHash: Bytes;
}

export interface CommitResponse {
  /** Allows pruning of blocks below this height; 0 retains all. */
  readonly retainHeight: bigint;
}

export interface QueryRequest {
  readonly path: string;
  readonly data: Bytes;
  /** Height of the state; 0 is the latest committed height. */
  readonly height: bigint;
  readonly prove: boolean;
}

export interface ProofOp {
  readonly type: string;
  readonly key: Bytes;
  readonly data: Bytes;
}

export interface QueryResponse {
  readonly code: number;
  readonly log: string;
  readonly info: string;
  readonly index: bigint;
  readonly key: Bytes;
  readonly value: Bytes;
  readonly proofOps: readonly ProofOp[];
  readonly height: bigint;
  readonly codespace: string;
}

/** State that state sync can restore. */
export interface Snapshot {
  readonly height: bigint;
  /** Application's number for the form of the chunks. */
  readonly format: number;
  readonly chunks: number;
  /** Identifies the snapshot: equal snapshots of different nodes have equal hashes. */
  readonly hash: Bytes;
  readonly metadata: Bytes;
}

export interface OfferSnapshotRequest {
  readonly snapshot: Snapshot;
  /** App hash of the snapshot's height, which the engine's light client has verified. */
  readonly appHash: Bytes;
}

export type OfferSnapshotResult = 'accept' | 'abort' | 'reject' | 'reject-format' | 'reject-sender';

export interface LoadSnapshotChunkRequest {
  readonly height: bigint;
  readonly format: number;
  readonly chunk: number;
}

export interface ApplySnapshotChunkRequest {
  readonly index: number;
  readonly chunk: Bytes;
  /** Id of the peer that sent the chunk. */
  readonly sender: string;
}

export interface ApplySnapshotChunkResponse {
  readonly result: 'accept' | 'abort' | 'retry' | 'retry-snapshot' | 'reject-snapshot';
  readonly refetchChunks: readonly number[];
  readonly rejectSenders: readonly string[];
}

/**
 * Defines the application. Calls are sequential: each response is awaited before the next call. A rejected promise
 * halts the chain.
 */
export interface Application {
  info(): Promise<InfoResponse>;
  initChain(request: InitChainRequest): Promise<InitChainResponse>;
  checkTx(request: CheckTxRequest): Promise<CheckTxResponse>;
  prepareProposal(request: PrepareProposalRequest): Promise<{ readonly txs: readonly Bytes[] }>;
  processProposal(request: ProcessProposalRequest): Promise<{ readonly accept: boolean }>;
  /** Called before a precommit for a block, from the height on that enables vote extensions. */
  extendVote(request: ExtendVoteRequest): Promise<{ readonly voteExtension: Bytes }>;
  /** Decides on the extension of another validator's precommit. A rejected one drops the vote. */
  verifyVoteExtension(request: VerifyVoteExtensionRequest): Promise<{ readonly accept: boolean }>;
  /** Executes the block on top of the committed state; nothing is visible to queries before `commit`. */
  finalizeBlock(request: FinalizeBlockRequest): Promise<FinalizeBlockResponse>;
  commit(): Promise<CommitResponse>;
  query(request: QueryRequest): Promise<QueryResponse>;
}

/** Defines an application that an engine in another process drives: it also knows the engine, and has snapshots. */
export interface ServedApplication extends Application {
  /** Throws HalleyError for an engine that the application cannot run under. */
  info(request?: InfoRequest): Promise<InfoResponse>;
  listSnapshots(): Promise<readonly Snapshot[]>;
  offerSnapshot(request: OfferSnapshotRequest): Promise<OfferSnapshotResult>;
  /** Returns an empty chunk when the application does not have it. */
  loadSnapshotChunk(request: LoadSnapshotChunkRequest): Promise<Bytes>;
  applySnapshotChunk(request: ApplySnapshotChunkRequest): Promise<ApplySnapshotChunkResponse>;
}
