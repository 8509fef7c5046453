/**
 * Computes `eth_feeHistory` (evm-json-rpc.md 6.7, go-ethereum's rules): the base fees, including that of the next
 * block, the gas used ratios, and the tip at each percentile of the gas. Near genesis the history is shorter than
 * requested.
 */

import type { EvmBlockFees } from '../../../backend/evm/block.js';
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import { RpcError, refusal, SERVER_ERROR } from '../../jsonrpc/errors.js';
import { checkHistory, heightOf } from '../blocks.js';
import type { EvmLimits } from '../limits.js';
import type { BlockParam } from '../params/block.js';
import type { FeeHistory } from '../views/fee_history.js';

/** Most heights that are read between two yields. */
const HEIGHTS_AT_ONCE = 16;

/** Computes the history in steps of a few heights. Returns undefined when no block is requested. */
export function* feeHistory(
  evm: EvmBackend,
  limits: EvmLimits,
  count: bigint,
  newest: BlockParam,
  percentiles: readonly number[],
): Generator<void, FeeHistory | undefined> {
  checkPercentiles(percentiles, limits);
  if (count === 0n) return undefined;
  const last = newestHeight(evm, newest);
  const oldest = oldestOf(limits, count, last);
  const above = evm.earlier?.blockNumber;
  const blocks: EvmBlockFees[] = [];
  for (let height = above === undefined || oldest > above ? oldest : above + 1n; height <= last; height++) {
    const fees = evm.fees(height);
    // Heights run from the oldest to the newest. Heights whose blocks this node does not have are skipped.
    if (fees !== undefined) blocks.push(fees);
    if (blocks.length % HEIGHTS_AT_ONCE === 0) yield;
  }
  return feeHistoryOf(blocks, last, evm.nextBaseFee(last), percentiles);
}

/** Returns the history of blocks, of which the last has the number `last`. */
export const feeHistoryOf = (
  blocks: readonly EvmBlockFees[],
  last: bigint,
  nextBaseFee: bigint,
  percentiles: readonly number[],
): FeeHistory => ({
  oldestBlock: last + 1n - BigInt(blocks.length),
  baseFees: [...blocks.map(({ baseFeePerGas }) => baseFeePerGas), nextBaseFee],
  gasUsedRatios: blocks.map(({ gasUsed, gasLimit }) => Number(gasUsed) / Number(gasLimit || 1n)),
  rewards: percentiles.length === 0 ? undefined : blocks.map((block) => tipsAt(block, percentiles)),
});

/** Returns the oldest block of a history of `count` blocks that ends with block `last`. */
export function oldestOf(limits: EvmLimits, count: bigint, last: bigint): bigint {
  const limit = BigInt(limits.feeHistoryBlocks);
  const most = count < limit ? count : limit;
  return last < most ? 0n : last - most + 1n;
}

/** Returns the newest block of a history. */
export const newestOf = ({ oldestBlock, gasUsedRatios }: FeeHistory): bigint =>
  oldestBlock + BigInt(gasUsedRatios.length) - 1n;

function newestHeight(evm: EvmBackend, newest: BlockParam): bigint {
  const height = heightOf(evm, newest);
  if (height !== undefined) {
    checkHistory(evm, height);
    return height;
  }
  const wanted = newest.type === 'number' ? newest.number : newest.type;
  throw refusal(`request beyond head block: requested ${wanted}, head ${evm.head()}`);
}

function checkPercentiles(percentiles: readonly number[], limits: EvmLimits): void {
  const invalid = (text: string): RpcError => new RpcError(SERVER_ERROR, `invalid reward percentile: ${text}`);
  if (percentiles.length > limits.feeHistoryPercentiles)
    throw invalid(`over the query limit ${limits.feeHistoryPercentiles}`);
  let previous = 0;
  percentiles.forEach((percentile, i) => {
    if (!(percentile >= 0 && percentile <= 100)) throw invalid(percentile.toFixed(6));
    if (percentile < previous) throw invalid(`#${i - 1}:${previous.toFixed(6)} > #${i}:${percentile.toFixed(6)}`);
    previous = percentile;
  });
}

/** Returns the tip at each percentile of the block's gas. */
function tipsAt({ gasUsed, tips }: EvmBlockFees, percentiles: readonly number[]): readonly bigint[] {
  let at = 0;
  let gas = tips[0]?.gas ?? 0n;
  return percentiles.map((percentile) => {
    const threshold = BigInt(Math.floor((Number(gasUsed) * percentile) / 100));
    while (gas < threshold && at < tips.length - 1) gas += tips[++at]?.gas ?? 0n;
    return tips[at]?.tip ?? 0n;
  });
}
