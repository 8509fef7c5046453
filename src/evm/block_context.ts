/** What code sees of the block around it. */
import type { Bytes } from '../kernel/bytes.js';

export interface BlockContext {
  /** EIP-155's. */
  readonly evmChainId: bigint;
  readonly number: bigint;
  /** Unix seconds. */
  readonly timestamp: bigint;
  readonly coinbase: Bytes;
  readonly prevRandao: Bytes;
  readonly gasLimit: bigint;
  readonly baseFeePerGas: bigint;
}
