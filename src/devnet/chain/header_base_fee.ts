/** Computes the base fee that follows a header of another chain, by the constants of EIP-1559. */
import type { ForkPoint } from '../fork/fork.js';

const ELASTICITY = 2n;
const CHANGE_DENOMINATOR = 8n;

/** Returns the base fee of the block after `point`, in wei. It is 0 where the header has no base fee. */
export function nextBaseFeeOfHeader({
  baseFeePerGas = 0n,
  gasUsed,
  gasLimit,
}: Pick<ForkPoint, 'baseFeePerGas' | 'gasUsed' | 'gasLimit'>): bigint {
  const target = gasLimit / ELASTICITY;
  if (target === 0n || gasUsed === target) return baseFeePerGas;
  const step = (distance: bigint): bigint => (baseFeePerGas * distance) / target / CHANGE_DENOMINATOR;
  if (gasUsed < target) return baseFeePerGas - step(target - gasUsed);
  const rise = step(gasUsed - target);
  return baseFeePerGas + (rise > 0n ? rise : 1n);
}
