/** What a legacy transaction should offer (evm-json-rpc.md 6.6). */
import type { EvmBlocks } from '../../../backend/evm/blocks.js';
import type { EvmFees } from '../../../backend/evm/fees.js';

/** The suggested tip on top of the newest base fee, at least the chain's minimum. */
export function suggestedGasPrice(evm: EvmFees & Pick<EvmBlocks, 'block' | 'head'>): bigint {
  const price = (evm.block(evm.head())?.baseFeePerGas ?? 0n) + evm.suggestedTip();
  const least = evm.minGasPrice();
  return price > least ? price : least;
}
