/** Computes EIP-1559's base fee as the fee market does (evm-json-rpc.md 6.2), in whole wei. */

import { DECIMAL_ONE } from '../../types/decimal.js';
import type { FeeMarketParams } from './params.js';

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Returns true if the block of this height charges a base fee. */
export const hasBaseFee = ({ noBaseFee, enableHeight }: FeeMarketParams, height: bigint): boolean =>
  !noBaseFee && height >= enableHeight;

/** Returns the base fee of the block that wrote `params`. It is 0 while the market is off. */
export function baseFeeAt(params: FeeMarketParams, height: bigint): bigint {
  return hasBaseFee(params, height) ? params.baseFee : 0n;
}

/**
 * Computes the base fee of block `height`, whose parent left `params` and counted for `parentGas`. `gasLimit` is the
 * block's; its target is the limit divided by the elasticity.
 */
export function nextBaseFee(params: FeeMarketParams, height: bigint, parentGas: bigint, gasLimit: bigint): bigint {
  if (!hasBaseFee(params, height)) return 0n;
  if (height === params.enableHeight) return params.baseFee;
  const target = gasLimit / params.elasticityMultiplier;
  if (target === 0n) return 0n;
  const step = (distance: bigint): bigint => (params.baseFee * distance) / target / params.baseFeeChangeDenominator;
  if (parentGas > target) return params.baseFee + max(step(parentGas - target), 1n);
  if (parentGas === target) return params.baseFee;
  return max(params.baseFee - step(target - parentGas), params.minGasPrice / DECIMAL_ONE);
}
