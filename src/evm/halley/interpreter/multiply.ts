/**
 * Multiplies words. WebAssembly has no multiplication that returns the high half, so it is computed from four products
 * of 32-bit halves.
 */
import { copy, isSmall, set, setSmall } from './word';

const HALF: u64 = 0xffffffff;

/** Returns the upper 64 bits of a product. */
@inline export function mulHigh(a: u64, b: u64): u64 {
  const aLow = a & HALF;
  const aHigh = a >> 32;
  const bLow = b & HALF;
  const bHigh = b >> 32;
  const cross = aHigh * bLow + ((aLow * bLow) >> 32);
  const middle = aLow * bHigh + (cross & HALF);
  return aHigh * bHigh + (cross >> 32) + (middle >> 32);
}

/** Multiplies column by column. The carry out of the highest column is dropped. */
export function mul(a: usize, b: usize, out: usize): void {
  const a0 = load<u64>(a);
  const b0 = load<u64>(b);
  if (isSmall(a) && isSmall(b)) {
    set(out, a0 * b0, mulHigh(a0, b0), 0, 0);
    return;
  }
  const a1 = load<u64>(a, 8);
  const a2 = load<u64>(a, 16);
  const b1 = load<u64>(b, 8);
  const b2 = load<u64>(b, 16);

  const low01 = a0 * b1;
  const low10 = a1 * b0;
  let column1 = mulHigh(a0, b0) + low01;
  let carry = u64(column1 < low01);
  column1 += low10;
  carry += u64(column1 < low10);

  const high10 = mulHigh(a1, b0);
  const low02 = a0 * b2;
  const low11 = a1 * b1;
  const low20 = a2 * b0;
  // Adding the carry does not overflow: when this high half is close to 2^64, its low half is too small for a carry of
  // 2.
  let column2 = mulHigh(a0, b1) + carry + high10;
  carry = u64(column2 < high10);
  column2 += low02;
  carry += u64(column2 < low02);
  column2 += low11;
  carry += u64(column2 < low11);
  column2 += low20;
  carry += u64(column2 < low20);

  const column3 =
    carry + mulHigh(a0, b2) + mulHigh(a1, b1) + mulHigh(a2, b0) +
    a0 * load<u64>(b, 24) + a1 * b2 + a2 * b1 + load<u64>(a, 24) * b0;
  set(out, a0 * b0, column1, column2, column3);
}

/**
 * Computes a full product. `a` has `aLimbs` limbs, and four limbs more are written to `out`, which must be neither
 * operand.
 */
export function mulWide(a: usize, aLimbs: usize, b: usize, out: usize): void {
  const b0 = load<u64>(b);
  const b1 = load<u64>(b, 8);
  const b2 = load<u64>(b, 16);
  const b3 = load<u64>(b, 24);
  let r0: u64 = 0;
  let r1: u64 = 0;
  let r2: u64 = 0;
  let r3: u64 = 0;
  for (let at: usize = 0; at < aLimbs << 3; at += 8) {
    const limb = load<u64>(a + at);
    const p0 = limb * b0;
    const s0 = p0 + r0;
    const c0 = mulHigh(limb, b0) + u64(s0 < p0);
    store<u64>(out + at, s0);
    const p1 = limb * b1 + r1;
    r0 = p1 + c0;
    const c1 = mulHigh(limb, b1) + u64(p1 < r1) + u64(r0 < c0);
    const p2 = limb * b2 + r2;
    r1 = p2 + c1;
    const c2 = mulHigh(limb, b2) + u64(p2 < r2) + u64(r1 < c1);
    const p3 = limb * b3 + r3;
    r2 = p3 + c2;
    r3 = mulHigh(limb, b3) + u64(p3 < r3) + u64(r2 < c2);
  }
  set(out + (aLimbs << 3), r0, r1, r2, r3);
}

const BASE: usize = memory.data(32, 8);
const EXPONENT: usize = memory.data(32, 8);
const POWER: usize = memory.data(32, 8);

/** Squares and multiplies, from the exponent's highest bit down. */
export function exp(base: usize, exponent: usize, out: usize): void {
  if (isSmall(base) && isSmall(exponent) && powerOfTwo(load<u64>(base), load<u64>(exponent), out)) return;
  copy(base, BASE);
  copy(exponent, EXPONENT);
  setSmall(POWER, 1);
  let at: usize = 32;
  while (at > 0 && load<u64>(EXPONENT - 8 + at) == 0) at -= 8;
  let started = false;
  while (at > 0) {
    at -= 8;
    const limb = load<u64>(EXPONENT + at);
    for (let bit: u64 = started ? 64 : 64 - clz<u64>(limb); bit > 0; bit--) {
      if (started) mul(POWER, POWER, POWER);
      if ((limb >> (bit - 1)) & 1) {
        if (started) mul(POWER, BASE, POWER);
        else copy(BASE, POWER);
        started = true;
      }
    }
  }
  copy(POWER, out);
}

/** Handles bases that are powers of two. Compilers emit 2 and 256. Returns false for other bases. */
function powerOfTwo(base: u64, exponent: u64, out: usize): bool {
  if (base == 0 || (base & (base - 1)) != 0) return false;
  const factor = ctz<u64>(base);
  const bit = factor * exponent;
  setSmall(out, 0);
  if (factor == 0 || (exponent < 256 && bit < 256)) store<u64>(out + <usize>((bit >> 6) << 3), (<u64>1) << (bit & 63));
  return true;
}
