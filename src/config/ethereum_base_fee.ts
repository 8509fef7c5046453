/**
 * Computes the base fee of the block after a header by the rule of EIP-1559, with Ethereum's constants. Chains that begin
 * after a block of another chain continue its base fee.
 */

import { cappedToUint256 } from '../kernel/uint256.js';

/** EIP-1559's `ELASTICITY_MULTIPLIER`: a block's gas limit by its target. */
const ELASTICITY = 2n;
/** EIP-1559's `BASE_FEE_MAX_CHANGE_DENOMINATOR`. */
const CHANGE_DENOMINATOR = 8n;

export interface FeeHeader {
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  readonly baseFee: bigint;
}

/** Returns the base fee in wei, at most 2^256 - 1. */
export function nextBaseFeeOfHeader({ gasLimit, gasUsed, baseFee }: FeeHeader): bigint {
  const target = gasLimit / ELASTICITY;
  if (target === 0n || gasUsed === target) return baseFee;
  if (gasUsed < target) return baseFee - (baseFee * (target - gasUsed)) / target / CHANGE_DENOMINATOR;
  const rise = (baseFee * (gasUsed - target)) / target / CHANGE_DENOMINATOR;
  return cappedToUint256(baseFee + (rise > 0n ? rise : 1n));
}
