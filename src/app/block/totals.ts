/** Adds up what the transactions of a block do while they are delivered. */

import type { ExecutedTx } from '../../codec/cosmos/executed_tx.js';
import type { EthereumLog } from '../../codec/ethereum/receipt.js';
import type { ConsoleCalls } from '../../evm/console.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';

/** Most bytes of console calls that are retained for a block. */
const MAX_SAID_BYTES = 4_194_304;

/** Console calls of an Ethereum transaction. */
export interface TransactionConsoleCalls {
  /** Index among the Ethereum transactions of the block. */
  readonly index: number;
  readonly calls: ConsoleCalls;
}

export interface BlockTotals {
  /** Adds up the gas limits of the transactions that ran. */
  gasWanted: bigint;
  /** Adds up the gas that they were charged. */
  gasUsed: bigint;
  /** Adds up the wei that they paid for gas. */
  fees: bigint;
  readonly logs: EthereumLog[];
  /** Index of the transaction that is delivered now, among all of the block. */
  index: number;
  /** Ethereum transactions that ran. */
  readonly executed: ExecutedTx[];
  readonly consoleCalls: TransactionConsoleCalls[];
  /** Bloom filter of the logs when the block has ended; empty without logs. */
  logsBloom: Bytes;
}

export const noTotals = (): BlockTotals => ({
  gasWanted: 0n,
  gasUsed: 0n,
  fees: 0n,
  logs: [],
  index: 0,
  executed: [],
  consoleCalls: [],
  logsBloom: EMPTY_BYTES,
});

/** Copies the totals for a dry run, whose results may be discarded. */
export const copyOf = (totals: BlockTotals): BlockTotals => ({
  ...totals,
  logs: [...totals.logs],
  executed: [...totals.executed],
  consoleCalls: [...totals.consoleCalls],
});

/** Records the console calls of a transaction. When the block exceeds the limit, only their number is recorded. */
export function remember({ consoleCalls, executed }: BlockTotals, calls: ConsoleCalls): void {
  const bytes = consoleCalls.reduce((sum, { calls: { inputs } }) => sum + sizeOf(inputs), sizeOf(calls.inputs));
  const whole = bytes <= MAX_SAID_BYTES;
  const recorded = whole ? calls : { inputs: [], dropped: calls.inputs.length + calls.dropped };
  consoleCalls.push({ index: executed.length, calls: recorded });
}

const sizeOf = (inputs: readonly Bytes[]): number => inputs.reduce((sum, input) => sum + input.length, 0);
