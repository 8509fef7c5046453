/**
 * Writes a fee history (evm-json-rpc.md 3.8). There are no blobs, so their base fee is always 1 wei, or 0 before
 * Cancun.
 */
import type { Json, JsonObject } from '../../../kernel/json.js';
import { quantity } from '../quantity.js';

export interface FeeHistory {
  readonly oldestBlock: bigint;
  /** Base fees: one more than there are blocks. The last one is that of the next block. */
  readonly baseFees: readonly bigint[];
  /** Number from 0 to 1 for each block. */
  readonly gasUsedRatios: readonly number[];
  /** Tip at each percentile for each block; `undefined` when no percentiles were requested. */
  readonly rewards: readonly (readonly bigint[])[] | undefined;
}

export function feeHistoryView(history: FeeHistory, hasBlobGas = true): JsonObject {
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

/** geth's answer to a request for no blocks. */
export const NO_FEE_HISTORY: Json = { oldestBlock: '0x0', gasUsedRatio: null };
