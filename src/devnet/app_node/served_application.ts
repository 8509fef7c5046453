/**
 * Answers the ABCI calls of an engine in another process. Calls that read or change the chain run one at a time, between
 * the commands of this node's own clients; queries read the committed state and run at once.
 */
import type {
  ApplySnapshotChunkRequest,
  ApplySnapshotChunkResponse,
  CheckTxRequest,
  CheckTxResponse,
  CommitResponse,
  ExtendVoteRequest,
  FinalizeBlockRequest,
  FinalizeBlockResponse,
  InfoResponse,
  InitChainRequest,
  InitChainResponse,
  LoadSnapshotChunkRequest,
  OfferSnapshotRequest,
  OfferSnapshotResult,
  PrepareProposalRequest,
  ProcessProposalRequest,
  QueryRequest,
  QueryResponse,
  ServedApplication,
  Snapshot,
  VerifyVoteExtensionRequest,
} from '../../abci/application.js';
import { finalizedBlock } from '../../chain/block_store/finalized_blocks.js';
import { txHash } from '../../codec/tx_hash.js';
import { nextState } from '../../consensus/types/chain_state.js';
import type { GenesisDoc } from '../../consensus/types/genesis.js';
import { validatorsHash } from '../../consensus/types/validator_set.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { toHex, toUpperHex } from '../../kernel/hex.js';
import type { Mempool } from '../../mempool/mempool.js';
import { refused } from '../../mempool/refusal.js';
import type { AppChain } from '../chain/chain.js';
import { proposeFromMempool } from '../runtime/abci_handler.js';
import type { CommandQueue } from '../runtime/command_queue.js';
import { commitExecuted } from '../runtime/commit_height.js';
import { publishHeight } from '../runtime/height_publisher.js';
import { TxAdmission } from '../runtime/tx_admission.js';
import type { AppCore } from './app_core.js';
import type { SnapshotFolder } from './snapshots/snapshot_folder.js';
import { StateSync } from './snapshots/state_sync.js';

export interface EngineApplicationOptions {
  readonly core: AppCore;
  readonly queue: CommandQueue;
  readonly snapshots: SnapshotFolder;
  /** Returns the genesis document of the node's home; that of a snapshot must be equal. */
  readonly ownGenesis?: () => GenesisDoc | undefined;
  /** Fewest blocks that the engine retains; 0 retains all. */
  readonly minRetainBlocks: bigint;
  /** Runs when the chain has begun, and after each committed height. */
  readonly onHeight: (chain: AppChain) => void;
  /** Receives a pending transaction of this node that the engine's mempool must drop for now. */
  readonly onRefused?: (hash: Bytes) => void;
}

interface Executed {
  readonly request: FinalizeBlockRequest;
  readonly response: FinalizeBlockResponse;
}

/**
 * Finds the byte array of a transaction that this node already has. An engine sends the bytes of a transaction again
 * with every call about it, but the application caches by the array what it has decoded, above all the sender that it
 * recovered from the signature (`src/app/tx/tx_reader.ts`).
 */
export class HeldTxs {
  /** Transactions of the last proposal that are not in the mempool, by hash in hex. */
  #proposed = new Map<string, Bytes>();

  /** Returns the array with these bytes that the mempool or the last proposal has, and `tx` itself if none has. */
  of(tx: Bytes, pool: Mempool): Bytes {
    const hash = txHash(tx);
    return pool.get(hash)?.tx ?? (this.#proposed.size === 0 ? undefined : this.#proposed.get(toHex(hash))) ?? tx;
  }

  /** Returns the arrays for a block's transactions. */
  ofBlock(txs: readonly Bytes[], pool: Mempool): readonly Bytes[] {
    return txs.map((tx) => this.of(tx, pool));
  }

  /** Returns the arrays for a proposal's transactions, and holds them until the next proposal or `forget`. */
  ofProposal(txs: readonly Bytes[], pool: Mempool): readonly Bytes[] {
    const held = this.ofBlock(txs, pool);
    this.#proposed = new Map(held.flatMap((tx) => (pool.has(txHash(tx)) ? [] : [[toHex(txHash(tx)), tx] as const])));
    return held;
  }

  /** Forgets the last proposal. */
  forget(): void {
    this.#proposed = new Map();
  }
}

export class EngineApplication implements ServedApplication {
  /** Height that was executed but not committed yet. */
  #executed: Executed | undefined;

  readonly #stateSync: StateSync;
  readonly #heldTxs = new HeldTxs();

  constructor(private readonly deps: EngineApplicationOptions) {
    this.#stateSync = new StateSync(deps.core, deps.ownGenesis ?? (() => undefined));
  }

  async info(): Promise<InfoResponse> {
    return this.#run(() => this.deps.core.app.info());
  }

  async initChain(request: InitChainRequest): Promise<InitChainResponse> {
    return this.#run(async () => {
      const response = await this.deps.core.initChain(request);
      this.deps.onHeight(this.#chain);
      return response;
    });
  }

  /**
   * Checks a transaction that the engine's mempool received. One that is accepted also enters this node's own mempool,
   * which orders transactions by nonce and fee. A recheck refuses transactions that have left it.
   */
  async checkTx(request: CheckTxRequest): Promise<CheckTxResponse> {
    return this.#run(async () => {
      const chain = this.#chain;
      const { type } = request;
      const tx = this.#heldTxs.of(request.tx, chain.pool);
      const hash = txHash(tx);
      if (chain.pool.has(hash)) {
        const known = await chain.app.checkTx({ tx, type });
        if (known.code !== 0) this.deps.onRefused?.(hash);
        return known;
      }
      if (type === 'recheck') return refused(INTERNAL_ERROR, 'the transaction is no longer pending');
      const admission = new TxAdmission(chain);
      const taken = await admission.take(tx);
      await admission.secureDropped();
      if (taken.type === 'checked') return taken.check;
      const check = await chain.app.checkTx({ tx, type });
      return check.code === 0 ? refused(INTERNAL_ERROR, taken.reason) : check;
    });
  }

  /** Proposes from this node's own mempool, which has the transactions that the engine's mempool offers. */
  async prepareProposal(request: PrepareProposalRequest) {
    return this.#run(() => proposeFromMempool(this.#chain, request));
  }

  async processProposal(request: ProcessProposalRequest) {
    return this.#run(() => {
      const { app, pool } = this.#chain;
      return app.processProposal({ ...request, txs: this.#heldTxs.ofProposal(request.txs, pool) });
    });
  }

  async extendVote(request: ExtendVoteRequest) {
    return this.#run(() => this.#chain.app.extendVote(request));
  }

  async verifyVoteExtension(request: VerifyVoteExtensionRequest) {
    return this.#run(() => this.#chain.app.verifyVoteExtension(request));
  }

  /** Executes a block, also one that was executed before without a commit. */
  async finalizeBlock(received: FinalizeBlockRequest): Promise<FinalizeBlockResponse> {
    return this.#run(async () => {
      const chain = this.#chain;
      const request = { ...received, txs: this.#heldTxs.ofBlock(received.txs, chain.pool) };
      mustFollow(chain, request);
      const response = await chain.app.finalizeBlock(request);
      this.#executed = { request, response };
      return response;
    });
  }

  async commit(): Promise<CommitResponse> {
    return this.#run(async () => {
      const executed = this.#executed;
      if (executed === undefined) throw outOfOrder('Commit without FinalizeBlock');
      this.#executed = undefined;
      this.#heldTxs.forget();
      const chain = this.#chain;
      const { blockStore } = chain;
      const { request, response } = executed;
      const { block, blockId, record } = finalizedBlock(request, blockStore.state.lastBlockId);
      const state = nextState(blockStore.state, block, blockId, response);
      await commitExecuted(chain, { block, blockId, record, request, seenCommit: undefined, response, state });
      publishHeight(chain, blockStore.height);
      this.deps.onHeight(chain);
      return { retainHeight: this.#retainHeight(request.height) };
    });
  }

  query(request: QueryRequest): Promise<QueryResponse> {
    return this.deps.core.app.query(request);
  }

  async listSnapshots(): Promise<readonly Snapshot[]> {
    return this.deps.snapshots.list();
  }

  async loadSnapshotChunk(request: LoadSnapshotChunkRequest): Promise<Bytes> {
    return this.deps.snapshots.chunk(request);
  }

  async offerSnapshot(request: OfferSnapshotRequest): Promise<OfferSnapshotResult> {
    return this.#run(async () => this.#stateSync.offer(request));
  }

  async applySnapshotChunk(request: ApplySnapshotChunkRequest): Promise<ApplySnapshotChunkResponse> {
    return this.#run(() => this.#stateSync.apply(request));
  }

  get #chain(): AppChain {
    const { chain } = this.deps.core;
    if (chain === undefined) throw outOfOrder('a request before InitChain');
    return chain;
  }

  #run<T>(call: () => Promise<T>): Promise<T> {
    return this.deps.queue.run(call);
  }

  #retainHeight(height: bigint): bigint {
    const { minRetainBlocks } = this.deps;
    return minRetainBlocks > 0n && height > minRetainBlocks ? height - minRetainBlocks + 1n : 0n;
  }
}

const outOfOrder = (what: string): HalleyError =>
  new HalleyError(
    'invalid-argument',
    `the engine sent ${what}: its data and the home folder belong to different chains`,
  );

/** Code of the SDK for errors without one of their own. */
const INTERNAL_ERROR = 1;

/** Throws HalleyError for a block that cannot follow on the newest one of this chain. */
function mustFollow({ blockStore }: AppChain, { height, nextValidatorsHash }: FinalizeBlockRequest): void {
  const expected = blockStore.height + 1n;
  if (height !== expected)
    throw new HalleyError(
      'conflict',
      `the engine sent block ${height}, expected ${expected}: its data and the home folder belong to different chains, or one of them was restored from a copy`,
      { height, expected },
    );
  const own = validatorsHash(blockStore.state.nextValidators);
  if (equalBytes(own, nextValidatorsHash)) return;
  throw new HalleyError(
    'conflict',
    `block ${height} names the next validators ${toUpperHex(nextValidatorsHash)}, and this application computed ${toUpperHex(own)}: the engine's data and the home folder belong to different chains`,
    { height },
  );
}
