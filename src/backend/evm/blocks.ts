/** Defines how methods read blocks, mined and pending, and learn of new ones. */
import type { Awaitable } from '../../kernel/awaitable.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import type { EvmAccounts } from './accounts.js';
import type { EvmBlock, EvmBlockFees, EvmLog, EvmReceipt, EvmTransaction } from './block.js';
import type { EvmExecution, EvmSimulation, EvmTracing } from './execution.js';

export interface EvmBlocks {
  /** Returns the newest published height; 0 is the genesis. */
  head(): bigint;
  /** Heights by which `safe` is behind the head; `finalized` is twice as far behind. */
  readonly safeDistance: bigint;
  /** Lowest height whose block this node has: the genesis, or the block after the state that it restored. */
  readonly firstHeight: bigint;
  /** Whether the chain has blocks before `firstHeight`, which only other nodes have. */
  readonly isPruned: boolean;
  /** Returns the number of reverts. When it has changed, a height may have a different block. */
  reverts(): number;
  block(height: bigint): EvmBlock | undefined;
  /** Returns the fees of a block without caching the block. */
  fees(height: bigint): EvmBlockFees | undefined;
  heightOfHash(blockHash: Bytes): bigint | undefined;
  /** Finds a transaction, mined or pending. */
  transaction(hash: Bytes): EvmTransaction | undefined;
  receipt(hash: Bytes): EvmReceipt | undefined;
  /** Returns the 256-byte bloom of the block's logs, without building the block. */
  bloom(height: bigint): Bytes;
  /** Returns the block's logs in order, without building the block. There are none above the head. */
  logs(height: bigint): readonly EvmLog[];
}

/** Accounts after the pending block. */
export interface EvmPendingState {
  balance(address: Bytes): Awaitable<bigint>;
  /** Returns the code, empty for an account without code. */
  code(address: Bytes): Awaitable<Bytes>;
  /** Returns 32 bytes, also for an empty slot and an account that does not exist. */
  storage(address: Bytes, slot: Bytes): Awaitable<Bytes>;
}

export interface EvmPending {
  /**
   * Returns the block, or a promise where pending transactions have not run yet. The block's hash is unknown and
   * consists of 32 zero bytes.
   */
  pendingBlock(): Awaitable<EvmBlock>;
  /**
   * Reads accounts after the block; the state is valid until `read` returns. On a forked chain `read` may run several
   * times.
   */
  readPending<T>(read: (state: EvmPendingState) => Awaitable<T>): Awaitable<T>;
}

/** State after an earlier block, for reads and executions. The height that a caller names is ignored. */
export type EarlierState = Omit<EvmAccounts, 'proof'> & EvmExecution & EvmSimulation & Pick<EvmTracing, 'traceCall'>;

/**
 * Blocks below the first one of this chain, which another chain made: the live chain that this one was forked from, or
 * the chain of a state file. Answers are JSON, which the RPC passes on unchanged, because such blocks keep the hashes
 * and members that the other chain gave them.
 */
export interface EarlierHistory {
  /** Name of the source in errors. */
  readonly label: string;
  /** Number of the last earlier block; this chain began with the state after it. */
  readonly blockNumber: bigint;
  /** Hash of that block. */
  readonly blockHash: Bytes;
  /**
   * Resolves to the result of a method of the EVM JSON-RPC that reads. Rejects with HalleyError `remote-error`, whose
   * facts `code`, `message` and `data` are those of the other node's error, or `unavailable` when there is no answer.
   */
  request(method: string, params: readonly unknown[], client?: Client): Promise<unknown>;
  /**
   * Returns the state after an earlier block. It is undefined where `request` answers about states too. Throws
   * HalleyError `unavailable` for a state that is not known.
   */
  readonly stateAfter?: (number: bigint) => EarlierState;
}

export interface EvmEarlier {
  /** `undefined` on a chain that began with its own genesis. */
  readonly earlier: EarlierHistory | undefined;
}

/** Event that is emitted after every query can read the block; `block` may be built on its first read. */
export type EvmEvent =
  | { readonly type: 'block'; readonly block: EvmBlock }
  | { readonly type: 'pendingTransaction'; readonly hash: Bytes }
  /** These blocks are reverted right after the event; they can still be read during it. */
  | { readonly type: 'undoing'; readonly first: bigint; readonly last: bigint }
  /** Blocks were reverted, and `block` is the head again. */
  | { readonly type: 'reverted'; readonly block: EvmBlock };

export interface EvmEvents {
  /** Subscribes a listener. Returns a function that ends the subscription. */
  listen(listener: (event: EvmEvent) => void): () => void;
}

/** Fees that transactions need, in wei per unit of gas. */
export interface EvmFees {
  /** Returns the base fee of the block after `height`. */
  nextBaseFee(height: bigint): bigint;
  minGasPrice(): bigint;
  suggestedTip(): bigint;
}
