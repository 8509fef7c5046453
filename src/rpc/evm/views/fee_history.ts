/** Writes a fee history (evm-json-rpc.md 3.8). There are no blobs: their base fee stays at 1 wei, and is 0 before Cancun. */
import { quantity } from '../quantity.js';
import type { Json } from './json.js';

export interface FeeHistory {
  readonly oldestBlock: bigint;
  /** One more than there are blocks: the last is the next block's. */
  readonly baseFees: readonly bigint[];
  /** 0..1 for each block. */
  readonly gasUsedRatios: readonly number[];
  /** For each block the tip at each percentile; undefined when no percentiles were asked for. */
  readonly rewards: readonly (readonly bigint[])[] | undefined;
}

export function feeHistoryView(history: FeeHistory, hasBlobGas = true): Json {
  const { rewards, baseFees, gasUsedRatios } = history;
  return {
    oldestBlock: quantity(history.oldestBlock),
    ...(rewards === undefined ? {} : { reward: rewards.map((row) => row.map(quantity)) }),
    baseFeePerGas: baseFees.map(quantity),
    gasUsedRatio: gasUsedRatios,
    baseFeePerBlobGas: baseFees.map(() => (hasBlobGas ? '0x1' : '0x0')),
    blobGasUsedRatio: gasUsedRatios.map(() => 0),
  };
}

/** What geth says to a request for no blocks. */
export const NO_FEE_HISTORY: Json = { oldestBlock: '0x0', gasUsedRatio: null };
