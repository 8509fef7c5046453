/** Defines the values of the current block that code can read. */
import type { Bytes } from '../kernel/bytes.js';

export interface BlockContext {
  /** Chain id of EIP-155. */
  readonly evmChainId: bigint;
  readonly number: bigint;
  /** Unix time in seconds. */
  readonly timestamp: bigint;
  readonly coinbase: Bytes;
  readonly prevRandao: Bytes;
  readonly gasLimit: bigint;
  readonly baseFeePerGas: bigint;
}
