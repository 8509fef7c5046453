/** ADDMOD and MULMOD: what stands between is as wide as it must be. */
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
  // The rows of the product are those of the shorter one.
  if (aLimbs <= bLimbs) mulWide(a, aLimbs, b, WIDE);
  else mulWide(b, bLimbs, a, WIDE);
  remainder(WIDE, limbs(WIDE, aLimbs + bLimbs), modulus, limbs(modulus, 4), out);
}

/** Also of 0, by which everything is 0, as by 1: LOWER holds the bits below the power, or none. */
@inline function isPowerOfTwo(modulus: usize): bool {
  setSmall(LOWER, 1);
  sub(modulus, LOWER, LOWER);
  and(modulus, LOWER, WIDE);
  if (!isZero(WIDE)) return false;
  if (isZero(modulus)) setSmall(LOWER, 0);
  return true;
}
