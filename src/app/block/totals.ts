/** What the transactions of a block add up to while they are delivered. */
import type { EthereumLog } from '../../codec/cosmos_tx.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';

export interface BlockTotals {
  /** Sum of the gas limits of the transactions that ran. */
  gasWanted: bigint;
  /** Sum of what they were charged. */
  gasUsed: bigint;
  /** Wei that they paid for it. */
  fees: bigint;
  /** Ethereum transactions that ran. */
  transactions: number;
  readonly logs: EthereumLog[];
  /** Of the logs, when the block has ended; empty without any. */
  logsBloom: Bytes;
}

export const noTotals = (): BlockTotals => ({
  gasWanted: 0n,
  gasUsed: 0n,
  fees: 0n,
  transactions: 0,
  logs: [],
  logsBloom: EMPTY_BYTES,
});
