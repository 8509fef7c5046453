/** Products of words. WebAssembly has no multiplication with a high half: it is made of four with halves of 32 bits. */
import { copy, isSmall, set, setSmall } from './word';

const HALF: u64 = 0xffffffff;

/** The upper 64 bits of a product. */
@inline export function mulHigh(a: u64, b: u64): u64 {
  const aLow = a & HALF;
  const aHigh = a >> 32;
  const bLow = b & HALF;
  const bHigh = b >> 32;
  const cross = aHigh * bLow + ((aLow * bLow) >> 32);
  const middle = aLow * bHigh + (cross & HALF);
  return aHigh * bHigh + (cross >> 32) + (middle >> 32);
}

/** Column by column. What is carried out of the highest is lost. */
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
  // Where this high half is close to 2^64, its low half is too small for a carry of 2.
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

/** All of a product, from operands of so many limbs; `out` overlaps none of them. */
export function mulWide(a: usize, aLength: usize, b: usize, bLength: usize, out: usize): void {
  const aEnd = a + (aLength << 3);
  const bSize = bLength << 3;
  for (let at: usize = 0; at < bSize; at += 8) store<u64>(out + at, 0);
  for (; a < aEnd; a += 8) {
    const limb = load<u64>(a);
    let carry: u64 = 0;
    for (let at: usize = 0; at < bSize; at += 8) {
      const other = load<u64>(b + at);
      const before = load<u64>(out + at);
      const low = limb * other + before;
      const sum = low + carry;
      carry = mulHigh(limb, other) + u64(low < before) + u64(sum < low);
      store<u64>(out + at, sum);
    }
    store<u64>(out + bSize, carry);
    out += 8;
  }
}

const BASE: usize = memory.data(32, 8);
const EXPONENT: usize = memory.data(32, 8);
const POWER: usize = memory.data(32, 8);

/** Square and multiply from the exponent's highest bit down. */
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

/** 2 and 256 are what compilers raise. False for other bases. */
function powerOfTwo(base: u64, exponent: u64, out: usize): bool {
  if (base == 0 || (base & (base - 1)) != 0) return false;
  const factor = ctz<u64>(base);
  const bit = factor * exponent;
  setSmall(out, 0);
  if (factor == 0 || (exponent < 256 && bit < 256)) store<u64>(out + <usize>((bit >> 6) << 3), (<u64>1) << (bit & 63));
  return true;
}
