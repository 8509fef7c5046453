/** A log as a contract emits it (yellow paper 9.3). */
import type { Bytes } from '../../kernel/bytes.js';

export interface EthereumLog {
  readonly address: Bytes;
  readonly topics: readonly Bytes[];
  readonly data: Bytes;
}
