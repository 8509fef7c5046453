/** What tells this chain from others, and from itself before it was reset. */
import type { Bytes } from '../../../kernel/bytes.js';

export interface EvmInstance {
  /** 32 bytes that no other chain has; others after a reset and in each process. */
  instanceId(): Bytes;
  /** Unix seconds. */
  readonly genesisTime: bigint;
  /** The rules that blocks are run by: `osaka`. */
  readonly hardfork: string;
}
