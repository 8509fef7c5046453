/** Reads of published blocks, and of transactions that wait for one. */
import type { Bytes } from '../../kernel/bytes.js';
import type { EvmBlock, EvmBlockFees, EvmLog, EvmReceipt, EvmTransaction } from './block.js';

export interface EvmBlocks {
  /** The newest published height; 0 is the genesis. */
  head(): bigint;
  /** How many heights `safe` is behind the head; `finalized` is twice as far behind. */
  readonly safeDistance: bigint;
  /** The height of the genesis, below which there is nothing. */
  readonly firstHeight: bigint;
  /** Returns how many reverts there have been: when it has changed, a height may hold another block. */
  reverts(): number;
  block(height: bigint): EvmBlock | undefined;
  /** Of the block, without keeping it at hand. */
  fees(height: bigint): EvmBlockFees | undefined;
  heightOfHash(blockHash: Bytes): bigint | undefined;
  /** Mined, or waiting in the mempool. */
  transaction(hash: Bytes): EvmTransaction | undefined;
  receipt(hash: Bytes): EvmReceipt | undefined;
  /** 256-byte bloom of the block's logs, without building the block. */
  bloom(height: bigint): Bytes;
  /** The block's logs in order, without building the block; none above the head. */
  logs(height: bigint): readonly EvmLog[];
}
