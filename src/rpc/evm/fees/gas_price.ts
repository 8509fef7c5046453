/** Suggests the gas price of a legacy transaction (evm-json-rpc.md 6.6). */
import type { EvmBlocks, EvmFees } from '../../../backend/evm/blocks.js';
import { cappedToUint256 } from '../../../kernel/uint256.js';

/**
 * Returns the newest base fee plus the suggested tip, at least the chain's minimum gas price and at most 2^256 - 1, in
 * wei.
 */
export function suggestedGasPrice(evm: EvmFees & EvmBlocks): bigint {
  const price = (evm.block(evm.head())?.baseFeePerGas ?? 0n) + evm.suggestedTip();
  const least = evm.minGasPrice();
  return cappedToUint256(price > least ? price : least);
}
