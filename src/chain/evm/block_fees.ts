/** Computes the fees of a block for `eth_feeHistory` (evm-json-rpc.md 6.7). */
import type { EvmBlock, EvmBlockFees } from '../../backend/evm/block.js';

export function blockFees({ baseFeePerGas, gasLimit, gasUsed, receipts }: EvmBlock): EvmBlockFees {
  const gasOfTip = new Map<bigint, bigint>();
  for (const { effectiveGasPrice, gasUsed: gas } of receipts) {
    const tip = effectiveGasPrice - baseFeePerGas;
    gasOfTip.set(tip, (gasOfTip.get(tip) ?? 0n) + gas);
  }
  const tips = [...gasOfTip].map(([tip, gas]) => ({ tip, gas })).sort((a, b) => (a.tip < b.tip ? -1 : 1));
  return { baseFeePerGas, gasLimit, gasUsed, tips };
}
