/** Removes pending transactions as if they had never arrived. */
import type { Bytes } from '../../kernel/bytes.js';

export interface EvmDropping {
  /** Removes a transaction by its Ethereum hash. Resolves to false when none with it is pending. */
  drop(hash: Bytes): Promise<boolean>;
  /** Removes all transactions of a sender. */
  dropOf(sender: Bytes): Promise<void>;
  dropAll(): Promise<void>;
}
