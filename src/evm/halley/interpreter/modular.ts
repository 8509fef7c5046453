/** Implements ADDMOD and MULMOD with intermediate results as wide as they need to be. */
import { limbs, remainder } from './divide';
import { mul, mulWide } from './multiply';
import { add, and, copy, isZero, lt, setSmall, sub } from './word';

const WIDE: usize = memory.data(64, 8);
const LOWER: usize = memory.data(32, 8);

export function addmod(a: usize, b: usize, modulus: usize, out: usize): void {
  const reduced = lt(a, modulus) && lt(b, modulus);
  add(a, b, WIDE);
  const carry = u64(lt(WIDE, b));
  if (!reduced) {
    store<u64>(WIDE, carry, 32);
    remainder(WIDE, limbs(WIDE, 5), modulus, limbs(modulus, 4), out);
  } else if (carry != 0 || !lt(WIDE, modulus)) sub(WIDE, modulus, out);
  else copy(WIDE, out);
}

export function mulmod(a: usize, b: usize, modulus: usize, out: usize): void {
  if (isPowerOfTwo(modulus)) {
    mul(a, b, WIDE);
    and(WIDE, LOWER, out);
    return;
  }
  const aLimbs = limbs(a, 4);
  const bLimbs = limbs(b, 4);
  // The product has one row for each limb of the shorter operand.
  if (aLimbs <= bLimbs) mulWide(a, aLimbs, b, WIDE);
  else mulWide(b, bLimbs, a, WIDE);
  remainder(WIDE, limbs(WIDE, aLimbs + bLimbs), modulus, limbs(modulus, 4), out);
}

/**
 * Reports whether the modulus is a power of two or zero. LOWER then holds the bits below the power. For 0 it holds
 * none, because every result is 0, as it is for 1.
 */
@inline function isPowerOfTwo(modulus: usize): bool {
  setSmall(LOWER, 1);
  sub(modulus, LOWER, LOWER);
  and(modulus, LOWER, WIDE);
  if (!isZero(WIDE)) return false;
  if (isZero(modulus)) setSmall(LOWER, 0);
  return true;
}
