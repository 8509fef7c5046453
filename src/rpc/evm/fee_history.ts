/**
 * `eth_feeHistory` (evm-json-rpc.md 6.7, go-ethereum's rules): base fees with the next block's last, how full blocks
 * were, and the tip at each percentile of their gas. Near genesis it is shorter than asked.
 */
import { RpcError, refusal, SERVER_ERROR } from '../jsonrpc/errors.js';
import type { EvmBlock } from '../ports/evm/block.js';
import type { EvmPort } from '../ports/evm/port.js';
import { heightOf } from './blocks.js';
import type { EvmLimits } from './limits.js';
import type { BlockParam } from './params/block.js';
import type { FeeHistory } from './views/fee_history.js';

/** Undefined when no block is asked for. */
export function feeHistory(
  evm: EvmPort,
  limits: EvmLimits,
  count: bigint,
  newest: BlockParam,
  percentiles: readonly number[],
): FeeHistory | undefined {
  checkPercentiles(percentiles, limits);
  if (count === 0n) return undefined;
  const last = newestHeight(evm, newest);
  const most = count < BigInt(limits.feeHistoryBlocks) ? count : BigInt(limits.feeHistoryBlocks);
  const blocks = blocksUpTo(evm, last, last + 1n < most ? last + 1n : most);
  return {
    oldestBlock: blocks[0]?.number ?? last + 1n,
    baseFees: [...blocks.map((block) => block.baseFeePerGas), evm.nextBaseFee(last)],
    gasUsedRatios: blocks.map((block) => Number(block.gasUsed) / Number(block.gasLimit || 1n)),
    rewards: percentiles.length === 0 ? undefined : blocks.map((block) => tipsAt(block, percentiles)),
  };
}

function newestHeight(evm: EvmPort, newest: BlockParam): bigint {
  const height = heightOf(evm, newest);
  if (height !== undefined) return height;
  const wanted = newest.type === 'number' ? newest.number : newest.type;
  throw refusal(`request beyond head block: requested ${wanted}, head ${evm.head()}`);
}

/** Oldest first; without those that are no longer kept. */
function blocksUpTo(evm: EvmPort, last: bigint, count: bigint): readonly EvmBlock[] {
  const blocks: EvmBlock[] = [];
  for (let height = last - count + 1n; height <= last; height++) {
    const block = evm.block(height);
    if (block !== undefined) blocks.push(block);
  }
  return blocks;
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

/** The tips paid at each percentile of the block's gas, by ascending tip. */
function tipsAt(block: EvmBlock, percentiles: readonly number[]): readonly bigint[] {
  const paid = block.receipts
    .map(({ effectiveGasPrice, gasUsed }) => ({ tip: effectiveGasPrice - block.baseFeePerGas, gasUsed }))
    .sort((a, b) => (a.tip < b.tip ? -1 : a.tip > b.tip ? 1 : 0));
  let at = 0;
  let gas = paid[0]?.gasUsed ?? 0n;
  return percentiles.map((percentile) => {
    const threshold = BigInt(Math.floor((Number(block.gasUsed) * percentile) / 100));
    while (gas < threshold && at < paid.length - 1) gas += paid[++at]?.gasUsed ?? 0n;
    return paid[at]?.tip ?? 0n;
  });
}
