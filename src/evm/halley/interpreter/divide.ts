/**
 * Divides words (Knuth, The Art of Computer Programming 4.3.1, algorithm D). Each limb of the quotient is estimated
 * from the reciprocal of the divisor's upper two limbs (Möller and Granlund, Improved division by invariant integers).
 * This needs multiplications instead of a 128-bit division, which WebAssembly does not have.
 */
import { mulHigh } from './multiply';
import { copy, eq, isNegative, negate, set, setSmall } from './word';

/** Most limbs of a numerator: those of a full product. */
const MOST_LIMBS: usize = 8;

/** One limb more than the numerator, for the bits that normalization shifts out. */
const NUMERATOR: usize = memory.data(72, 8);
const DIVISOR: usize = memory.data(32, 8);
const QUOTIENT: usize = memory.data(64, 8);
const REMAINDER: usize = memory.data(32, 8);
const MAGNITUDE: usize = memory.data(32, 8);
const DIVISOR_MAGNITUDE: usize = memory.data(32, 8);

/** Returns the number of limbs up to the highest nonzero one. */
@inline export function limbs(number: usize, most: usize): usize {
  while (most > 0 && load<u64>(number - 8 + (most << 3)) == 0) most--;
  return most;
}

export function div(a: usize, b: usize, out: usize): void {
  const bLimbs = limbs(b, 4);
  const aLimbs = limbs(a, 4);
  if (bLimbs == 0 || aLimbs < bLimbs) setSmall(out, 0);
  else if (aLimbs == 1) setSmall(out, load<u64>(a) / load<u64>(b));
  else {
    setSmall(QUOTIENT, 0);
    divide(a, aLimbs, b, bLimbs);
    copy(QUOTIENT, out);
  }
}

export function mod(a: usize, b: usize, out: usize): void {
  remainder(a, limbs(a, 4), b, limbs(b, 4), out);
}

/**
 * Computes the remainder of a number of up to eight limbs by a word, or 0 when the word is zero. The highest limb that
 * is counted is not zero.
 */
export function remainder(a: usize, aLimbs: usize, b: usize, bLimbs: usize, out: usize): void {
  if (bLimbs == 0) setSmall(out, 0);
  else if (aLimbs < bLimbs)
    set(
      out,
      aLimbs > 0 ? load<u64>(a) : 0,
      aLimbs > 1 ? load<u64>(a, 8) : 0,
      aLimbs > 2 ? load<u64>(a, 16) : 0,
      0,
    );
  else if (aLimbs == 1) setSmall(out, load<u64>(a) % load<u64>(b));
  else {
    divide(a, aLimbs, b, bLimbs);
    copy(REMAINDER, out);
  }
}

/** Divides signed words and rounds toward zero. -2^255 / -1 is -2^255. */
export function sdiv(a: usize, b: usize, out: usize): void {
  const negative = isNegative(a) != isNegative(b);
  div(magnitude(a, MAGNITUDE), magnitude(b, DIVISOR_MAGNITUDE), out);
  if (negative) negate(out, out);
}

/** Computes the signed remainder, which has the sign of `a`. */
export function smod(a: usize, b: usize, out: usize): void {
  const negative = isNegative(a);
  mod(magnitude(a, MAGNITUDE), magnitude(b, DIVISOR_MAGNITUDE), out);
  if (negative) negate(out, out);
}

/** Returns where the absolute value of `a` is stored: at `a` itself, or at `room`. */
@inline function magnitude(a: usize, room: usize): usize {
  if (!isNegative(a)) return a;
  negate(a, room);
  return room;
}

/**
 * Divides into QUOTIENT, with as many limbs as it has, and REMAINDER. `a` has at least two limbs, and at least as many
 * as `b`.
 */
function divide(a: usize, aLimbs: usize, b: usize, bLimbs: usize): void {
  const top = load<u64>(b - 8 + (bLimbs << 3));
  if (bLimbs == 1) divideByLimb(a, aLimbs, top);
  else divideByLimbs(a, aLimbs, b, bLimbs);
}

function divideByLimb(a: usize, aLimbs: usize, b: u64): void {
  const up = clz<u64>(b);
  const down = 63 - up;
  const divisor = b << up;
  const inverse = reciprocal(divisor);
  let at = aLimbs << 3;
  let limb = load<u64>(a - 8 + at);
  let rest = (limb >> 1) >> down;
  while (at > 0) {
    at -= 8;
    const next: u64 = at > 0 ? load<u64>(a - 8 + at) : 0;
    const low = (limb << up) | ((next >> 1) >> down);
    // Follows Möller and Granlund, algorithm 4.
    const product = inverse * rest;
    const fraction = product + low;
    let quotient = mulHigh(inverse, rest) + rest + u64(fraction < product) + 1;
    rest = low - quotient * divisor;
    if (rest > fraction) {
      quotient--;
      rest += divisor;
    }
    if (rest >= divisor) {
      quotient++;
      rest -= divisor;
    }
    store<u64>(QUOTIENT + at, quotient);
    limb = next;
  }
  setSmall(REMAINDER, rest >> up);
}

/** Last divisor, because code that computes in a field divides by the same one repeatedly. */
const KNOWN: usize = memory.data(32, 8);
let knownUp: u64 = 0;
let knownInverse: u64 = 0;

/** Caches what is computed from a divisor. DIVISOR is the divisor without its leading zeros, which `knownUp` counts. */
function know(b: usize, bLimbs: usize): void {
  const size = bLimbs << 3;
  copy(b, KNOWN);
  knownUp = clz<u64>(load<u64>(b - 8 + size));
  shiftedLeft(b, size, knownUp, DIVISOR);
  knownInverse = reciprocalOfTwo(load<u64>(DIVISOR - 8 + size), load<u64>(DIVISOR - 16 + size));
}

function divideByLimbs(a: usize, aLimbs: usize, b: usize, bLimbs: usize): void {
  if (!eq(b, KNOWN)) know(b, bLimbs);
  const size = bLimbs << 3;
  const up = knownUp;
  const inverse = knownInverse;
  store<u64>(NUMERATOR + (aLimbs << 3), shiftedLeft(a, aLimbs << 3, up, NUMERATOR));
  if (bLimbs == 4) {
    divideByFour(aLimbs, inverse);
    return;
  }
  const d1 = load<u64>(DIVISOR - 8 + size);
  const d0 = load<u64>(DIVISOR - 16 + size);
  const lower = size - 16;
  for (let left = aLimbs - bLimbs + 1; left > 0; left--) {
    const place = (left - 1) << 3;
    const window = NUMERATOR + place;
    const u2 = load<u64>(window + size);
    const u1 = load<u64>(window - 8 + size);
    const u0 = load<u64>(window - 16 + size);
    if (u2 == d1 && u1 == d0) {
      // In this case the largest digit is correct.
      subtractProduct(window, size, u64.MAX_VALUE);
      store<u64>(QUOTIENT + place, u64.MAX_VALUE);
      continue;
    }
    // Estimates the quotient of three limbs by two (Möller and Granlund, algorithm 5). For the whole divisor it is too
    // large by one at most.
    const product = inverse * u2;
    const fraction = product + u1;
    let quotient = mulHigh(inverse, u2) + u2 + u64(fraction < product);
    const t0 = d0 * quotient;
    let r0 = u0 - t0;
    let r1 = u1 - quotient * d1 - mulHigh(d0, quotient) - u64(u0 < t0) - d1 - u64(r0 < d0);
    r0 -= d0;
    quotient++;
    if (r1 >= fraction) {
      quotient--;
      r0 += d0;
      r1 += d1 + u64(r0 < d0);
    }
    if (r1 > d1 || (r1 == d1 && r0 >= d0)) {
      quotient++;
      r1 -= d1 + u64(r0 < d0);
      r0 -= d0;
    }
    // Subtracts the product of the lower limbs from the remainder of the upper three.
    const carry = subtractProduct(window, lower, quotient);
    const borrow = u64(r0 < carry);
    store<u64>(window - 16 + size, r0 - carry);
    store<u64>(window - 8 + size, r1 - borrow);
    if (r1 < borrow) {
      quotient--;
      addBack(window, size);
    }
    store<u64>(QUOTIENT + place, quotient);
  }
  setSmall(REMAINDER, 0);
  shiftedRight(NUMERATOR, size, up, REMAINDER);
}

/** Does the same for a divisor of four limbs, as moduli have, with the remainder in local variables. */
function divideByFour(aLimbs: usize, inverse: u64): void {
  const d0 = load<u64>(DIVISOR);
  const d1 = load<u64>(DIVISOR, 8);
  const d2 = load<u64>(DIVISOR, 16);
  const d3 = load<u64>(DIVISOR, 24);
  let at = NUMERATOR + (aLimbs << 3);
  let r3 = load<u64>(at);
  let r2 = load<u64>(at - 8);
  let r1 = load<u64>(at - 16);
  let r0 = load<u64>(at - 24);
  for (at -= 32; at >= NUMERATOR; at -= 8) {
    const next = load<u64>(at);
    const place = QUOTIENT - NUMERATOR + at;
    if (r3 == d3 && r2 == d2) {
      store<u64>(at, r0, 8);
      store<u64>(at, r1, 16);
      store<u64>(at, r2, 24);
      subtractProduct(at, 32, u64.MAX_VALUE);
      store<u64>(place, u64.MAX_VALUE);
      r0 = load<u64>(at);
      r1 = load<u64>(at, 8);
      r2 = load<u64>(at, 16);
      r3 = load<u64>(at, 24);
      continue;
    }
    const product = inverse * r3;
    const fraction = product + r2;
    let quotient = mulHigh(inverse, r3) + r3 + u64(fraction < product);
    const t0 = d2 * quotient;
    let s0 = r1 - t0;
    let s1 = r2 - quotient * d3 - mulHigh(d2, quotient) - u64(r1 < t0) - d3 - u64(s0 < d2);
    s0 -= d2;
    quotient++;
    if (s1 >= fraction) {
      quotient--;
      s0 += d2;
      s1 += d3 + u64(s0 < d2);
    }
    if (s1 > d3 || (s1 == d3 && s0 >= d2)) {
      quotient++;
      s1 -= d3 + u64(s0 < d2);
      s0 -= d2;
    }
    const low0 = quotient * d0;
    const carry0 = mulHigh(quotient, d0) + u64(next < low0);
    const low1 = quotient * d1 + carry0;
    const carry1 = mulHigh(quotient, d1) + u64(low1 < carry0) + u64(r0 < low1);
    r1 = r0 - low1;
    r0 = next - low0;
    const borrow = u64(s0 < carry1);
    r2 = s0 - carry1;
    r3 = s1 - borrow;
    if (s1 < borrow) {
      quotient--;
      r0 += d0;
      const c0 = u64(r0 < d0);
      const a1 = r1 + d1;
      r1 = a1 + c0;
      const c1 = u64(a1 < d1) | u64(r1 < c0);
      const a2 = r2 + d2;
      r2 = a2 + c1;
      r3 += d3 + (u64(a2 < d2) | u64(r2 < c1));
    }
    store<u64>(place, quotient);
  }
  const up = knownUp;
  const down = 63 - up;
  set(
    REMAINDER,
    (r0 >> up) | ((r1 << 1) << down),
    (r1 >> up) | ((r2 << 1) << down),
    (r2 >> up) | ((r3 << 1) << down),
    r3 >> up,
  );
}

/**
 * Subtracts `factor` times the lower limbs of DIVISOR from the limbs at `window`. Returns what remains to be subtracted
 * from the next limb.
 */
@inline function subtractProduct(window: usize, size: usize, factor: u64): u64 {
  let carry: u64 = 0;
  for (let at: usize = 0; at < size; at += 8) {
    const limb = load<u64>(DIVISOR + at);
    const low = factor * limb + carry;
    carry = mulHigh(factor, limb) + u64(low < carry);
    const before = load<u64>(window + at);
    store<u64>(window + at, before - low);
    carry += u64(before < low);
  }
  return carry;
}

function addBack(window: usize, size: usize): void {
  let carry: u64 = 0;
  for (let at: usize = 0; at < size; at += 8) {
    const limb = load<u64>(DIVISOR + at);
    const sum = load<u64>(window + at) + limb;
    const whole = sum + carry;
    carry = u64(sum < limb) | u64(whole < sum);
    store<u64>(window + at, whole);
  }
}

/** Shifts left by fewer than 64 bits and returns the bits that are shifted out. */
@inline function shiftedLeft(from: usize, size: usize, up: u64, to: usize): u64 {
  const down = 63 - up;
  let below: u64 = 0;
  for (let at: usize = 0; at < size; at += 8) {
    const limb = load<u64>(from + at);
    store<u64>(to + at, (limb << up) | ((below >> 1) >> down));
    below = limb;
  }
  return (below >> 1) >> down;
}

@inline function shiftedRight(from: usize, size: usize, down: u64, to: usize): void {
  const up = 63 - down;
  let above: u64 = 0;
  for (let at = size; at > 0; ) {
    at -= 8;
    const limb = load<u64>(from + at);
    store<u64>(to + at, (limb >> down) | ((above << 1) << up));
    above = limb;
  }
}

/** Computes floor((2^128 - 1) / d) - 2^64 for a limb whose highest bit is set. */
function reciprocal(d: u64): u64 {
  const d1 = d >> 32;
  const d0 = d & 0xffffffff;
  // Computes two digits of 32 bits of ~d * 2^64 + (2^64 - 1), each estimated from the upper half of the divisor.
  const q1 = digit(~d, 0xffffffff, d1, d0);
  const rest = ((~d << 32) | 0xffffffff) - q1 * d;
  return (q1 << 32) + digit(rest, 0xffffffff, d1, d0);
}

/** Computes (high * 2^32 + low) / (d1 * 2^32 + d0), which is less than 2^32. */
@inline function digit(high: u64, low: u64, d1: u64, d0: u64): u64 {
  let quotient = high / d1;
  let rest = high - quotient * d1;
  while (quotient > 0xffffffff || quotient * d0 > ((rest << 32) | low)) {
    quotient--;
    rest += d1;
    if (rest > 0xffffffff) break;
  }
  return quotient;
}

/** Computes floor((2^192 - 1) / (d1 * 2^64 + d0)) - 2^64 (Möller and Granlund, algorithm 6). */
@inline function reciprocalOfTwo(d1: u64, d0: u64): u64 {
  let inverse = reciprocal(d1);
  let product = d1 * inverse + d0;
  if (product < d0) {
    inverse--;
    if (product >= d1) {
      inverse--;
      product -= d1;
    }
    product -= d1;
  }
  const low = inverse * d0;
  const high = mulHigh(inverse, d0);
  product += high;
  if (product < high) {
    inverse--;
    if (product > d1 || (product == d1 && low >= d0)) inverse--;
  }
  return inverse;
}
