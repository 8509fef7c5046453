/** Reads published blocks, and transactions in blocks or in the mempool. */
import type { Bytes } from '../../kernel/bytes.js';
import type { EvmBlock, EvmBlockFees, EvmLog, EvmReceipt, EvmTransaction } from './block.js';

export interface EvmBlocks {
  /** Returns the newest published height; 0 is the genesis. */
  head(): bigint;
  /** Heights by which `safe` is behind the head; `finalized` is twice as far behind. */
  readonly safeDistance: bigint;
  /** Lowest height whose block this node has: the genesis, or the block after the state that it restored. */
  readonly firstHeight: bigint;
  /** Whether the chain has blocks before `firstHeight`, which only other nodes have. */
  readonly isPruned: boolean;
  /** Counts reverts. When the count has changed, a height may have a different block. */
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
