/** Transactions that shall wait no more: as if they had never come. */
import type { Bytes } from '../../kernel/bytes.js';

export interface EvmDropping {
  /** By an Ethereum hash; false when none with it waits. */
  drop(hash: Bytes): Promise<boolean>;
  /** All of a sender. */
  dropOf(sender: Bytes): Promise<void>;
  dropAll(): Promise<void>;
}
