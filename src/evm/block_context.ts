/** Defines the values of the current block that code can read. */
import type { Bytes } from '../kernel/bytes.js';

export interface BlockContext {
  /** Is the chain id of EIP-155. */
  readonly evmChainId: bigint;
  readonly number: bigint;
  /** Counts seconds of Unix time. */
  readonly timestamp: bigint;
  readonly coinbase: Bytes;
  readonly prevRandao: Bytes;
  readonly gasLimit: bigint;
  readonly baseFeePerGas: bigint;
}
