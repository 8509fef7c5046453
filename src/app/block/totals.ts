/** What the transactions of a block add up to while they are delivered. */

import type { ExecutedTx } from '../../codec/cosmos/executed_tx.js';
import type { EthereumLog } from '../../codec/ethereum/log.js';
import type { ConsoleCalls } from '../../evm/console.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';

/** Bytes of what the transactions of a block said that are kept. */
const MAX_SAID_BYTES = 4_194_304;

/** What an Ethereum transaction said to the console. */
export interface TransactionConsoleCalls {
  /** Among the Ethereum transactions of its block. */
  readonly index: number;
  readonly calls: ConsoleCalls;
}

export interface BlockTotals {
  /** Sum of the gas limits of the transactions that ran. */
  gasWanted: bigint;
  /** Sum of what they were charged. */
  gasUsed: bigint;
  /** Wei that they paid for it. */
  fees: bigint;
  readonly logs: EthereumLog[];
  /** Of the transaction that is delivered, among all of the block. */
  index: number;
  /** Ethereum transactions that ran. */
  readonly executed: ExecutedTx[];
  readonly consoleCalls: TransactionConsoleCalls[];
  /** Of the logs, when the block has ended; empty without any. */
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

/** A copy, for a trial whose results may be thrown away. */
export const copyOf = (totals: BlockTotals): BlockTotals => ({
  ...totals,
  logs: [...totals.logs],
  executed: [...totals.executed],
  consoleCalls: [...totals.consoleCalls],
});

/** Of a block that says too much, what comes last is left out. */
export function remember({ consoleCalls, executed }: BlockTotals, calls: ConsoleCalls): void {
  const bytes = consoleCalls.reduce((sum, { calls: { inputs } }) => sum + sizeOf(inputs), sizeOf(calls.inputs));
  const whole = bytes <= MAX_SAID_BYTES;
  const kept = whole ? calls : { inputs: [], dropped: calls.inputs.length + calls.dropped };
  consoleCalls.push({ index: executed.length, calls: kept });
}

const sizeOf = (inputs: readonly Bytes[]): number => inputs.reduce((sum, input) => sum + input.length, 0);
