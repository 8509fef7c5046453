/**
 * The boundary between consensus and the replicated application: ABCI 2.0 (CometBFT 0.38). Both sides know only this
 * file. Shapes follow `tendermint/abci/types.proto`; names are its names in camel case. What a dialect of the consensus
 * RPC needs beyond them (the block phase of an event) rides along as an optional field that no hash covers.
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

/** An ed25519 or secp256k1 validator key; `type` is the word that `validator.pub_key_types` uses. */
export interface PubKey {
  readonly type: 'ed25519' | 'secp256k1';
  readonly bytes: Bytes;
}

export interface ValidatorUpdate {
  readonly pubKey: PubKey;
  /** Zero removes the validator. */
  readonly power: bigint;
}

/** Groups that are present replace the whole group; in force one height later. */
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
}

/** 1 absent, 2 commit, 3 nil: `BlockIDFlag`. */
export type BlockIdFlagValue = 1 | 2 | 3;

export interface VoteInfo {
  readonly validator: { readonly address: Bytes; readonly power: bigint };
  readonly blockIdFlag: BlockIdFlagValue;
}

export interface CommitInfo {
  readonly round: number;
  /** In the order of the validator set that signed. Empty at the initial height. */
  readonly votes: readonly VoteInfo[];
}

export interface Misbehavior {
  readonly type: 'duplicate-vote' | 'light-client-attack';
  readonly validator: { readonly address: Bytes; readonly power: bigint };
  readonly height: bigint;
  readonly time: UnixNanos;
  readonly totalVotingPower: bigint;
}

export interface InfoResponse {
  readonly data: string;
  readonly version: string;
  readonly appVersion: bigint;
  /** The last committed height; 0 before InitChain. */
  readonly lastBlockHeight: bigint;
  readonly lastBlockAppHash: Bytes;
}

export interface InitChainRequest {
  readonly time: UnixNanos;
  readonly chainId: string;
  readonly consensusParams: ConsensusParamsUpdate;
  readonly validators: readonly ValidatorUpdate[];
  /** The genesis document's `app_state` as parsed JSON. */
  readonly appState: unknown;
  readonly initialHeight: bigint;
}

export interface InitChainResponse {
  readonly consensusParams?: ConsensusParamsUpdate;
  /** When not empty, replaces the genesis validators. */
  readonly validators: readonly ValidatorUpdate[];
  readonly appHash: Bytes;
}

export interface CheckTxRequest {
  readonly tx: Bytes;
  readonly type: 'new' | 'recheck';
}

/**
 * What the mempool needs to order transactions of one sender by nonce and everybody's by fee; undefined for a
 * transaction without such an order, which is then first come, first served.
 */
export interface Admission {
  /** Groups transactions that share a nonce sequence: lower-case hex of the sender's 20-byte address. */
  readonly sender: string;
  readonly nonce: bigint;
  /** The sender's next nonce in committed state. */
  readonly accountNonce: bigint;
  /** Wei a unit of gas; equal for legacy transactions. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /** The most that the transaction can cost, and the sender's committed balance: wei. */
  readonly cost: bigint;
  readonly balance: bigint;
  /** Keccak-256 of the Ethereum transaction inside; undefined when it holds another one. */
  readonly ethereumHash: Bytes | undefined;
  /** Its sequence must be the next one of the sender: it neither waits for an earlier one nor replaces another. */
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
  /** Present when code is 0 and the transaction belongs to a nonce sequence. Not part of the wire. */
  readonly admission?: Admission;
}

export interface PrepareProposalRequest {
  readonly maxTxBytes: bigint;
  readonly txs: readonly Bytes[];
  readonly localLastCommit: CommitInfo;
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

/** `code`, `data`, `gasWanted` and `gasUsed` are hashed into the next header's last_results_hash; the rest is not. */
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
  /** Begin-block events, then end-block events; each carries the SDK's attribute `mode` = BeginBlock or EndBlock. */
  readonly events: readonly Event[];
  readonly txResults: readonly ExecTxResult[];
  readonly validatorUpdates: readonly ValidatorUpdate[];
  readonly consensusParamUpdates?: ConsensusParamsUpdate;
  readonly appHash: Bytes;
}

export interface CommitResponse {
  /** Blocks below it may be pruned; 0 keeps all. */
  readonly retainHeight: bigint;
}

export interface QueryRequest {
  readonly path: string;
  readonly data: Bytes;
  /** 0 is the latest committed height. */
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

/** Calls arrive one at a time; an answer is awaited before the next call. A rejected promise halts the chain. */
export interface Application {
  info(): Promise<InfoResponse>;
  initChain(request: InitChainRequest): Promise<InitChainResponse>;
  checkTx(request: CheckTxRequest): Promise<CheckTxResponse>;
  prepareProposal(request: PrepareProposalRequest): Promise<{ readonly txs: readonly Bytes[] }>;
  processProposal(request: ProcessProposalRequest): Promise<{ readonly accept: boolean }>;
  /** Executes the block on top of the committed state; nothing is visible to queries before `commit`. */
  finalizeBlock(request: FinalizeBlockRequest): Promise<FinalizeBlockResponse>;
  commit(): Promise<CommitResponse>;
  query(request: QueryRequest): Promise<QueryResponse>;
}
