/**
 * Implements 256-bit words in linear memory: four u64 limbs, the least significant first. Functions take addresses. The
 * output may be one of the inputs, but must not overlap one otherwise. Operands have the order of the EVM's stack, the
 * top first.
 */

export const WORD: usize = 32;

@inline export function set(word: usize, l0: u64, l1: u64, l2: u64, l3: u64): void {
  store<u64>(word, l0);
  store<u64>(word, l1, 8);
  store<u64>(word, l2, 16);
  store<u64>(word, l3, 24);
}

@inline export function setSmall(word: usize, value: u64): void {
  set(word, value, 0, 0, 0);
}

@inline export function copy(from: usize, to: usize): void {
  set(to, load<u64>(from), load<u64>(from, 8), load<u64>(from, 16), load<u64>(from, 24));
}

/** Reports whether only the first limb is nonzero. */
@inline export function isSmall(word: usize): bool {
  return (load<u64>(word, 8) | load<u64>(word, 16) | load<u64>(word, 24)) == 0;
}

@inline export function isZero(word: usize): bool {
  return (load<u64>(word) | load<u64>(word, 8) | load<u64>(word, 16) | load<u64>(word, 24)) == 0;
}

@inline export function isNegative(word: usize): bool {
  return load<i64>(word, 24) < 0;
}

@inline export function eq(a: usize, b: usize): bool {
  return (
    ((load<u64>(a) ^ load<u64>(b)) |
      (load<u64>(a, 8) ^ load<u64>(b, 8)) |
      (load<u64>(a, 16) ^ load<u64>(b, 16)) |
      (load<u64>(a, 24) ^ load<u64>(b, 24))) ==
    0
  );
}

/** Compares words. The highest limbs usually decide; when they are equal, the lower ones do. */
@inline export function lt(a: usize, b: usize): bool {
  const a3 = load<u64>(a, 24);
  const b3 = load<u64>(b, 24);
  return a3 != b3 ? a3 < b3 : ltBelow(a, b);
}

@inline export function gt(a: usize, b: usize): bool {
  return lt(b, a);
}

@inline export function slt(a: usize, b: usize): bool {
  const a3 = load<i64>(a, 24);
  const b3 = load<i64>(b, 24);
  return a3 != b3 ? a3 < b3 : ltBelow(a, b);
}

@inline export function sgt(a: usize, b: usize): bool {
  return slt(b, a);
}

/** Compares the lower three limbs. */
@inline function ltBelow(a: usize, b: usize): bool {
  const a2 = load<u64>(a, 16);
  const b2 = load<u64>(b, 16);
  if (a2 != b2) return a2 < b2;
  const a1 = load<u64>(a, 8);
  const b1 = load<u64>(b, 8);
  return a1 != b1 ? a1 < b1 : load<u64>(a) < load<u64>(b);
}

@inline export function add(a: usize, b: usize, out: usize): void {
  const b0 = load<u64>(b);
  const b1 = load<u64>(b, 8);
  const b2 = load<u64>(b, 16);
  const s0 = load<u64>(a) + b0;
  const s1 = load<u64>(a, 8) + b1;
  const s2 = load<u64>(a, 16) + b2;
  const t1 = s1 + u64(s0 < b0);
  const t2 = s2 + (u64(s1 < b1) | u64(t1 < s1));
  const t3 = load<u64>(a, 24) + load<u64>(b, 24) + (u64(s2 < b2) | u64(t2 < s2));
  set(out, s0, t1, t2, t3);
}

@inline export function sub(a: usize, b: usize, out: usize): void {
  const a0 = load<u64>(a);
  const a1 = load<u64>(a, 8);
  const a2 = load<u64>(a, 16);
  const b0 = load<u64>(b);
  const b1 = load<u64>(b, 8);
  const b2 = load<u64>(b, 16);
  const s1 = a1 - b1;
  const s2 = a2 - b2;
  const k1 = u64(a0 < b0);
  const k2 = u64(a1 < b1) | u64(s1 < k1);
  const k3 = u64(a2 < b2) | u64(s2 < k2);
  set(out, a0 - b0, s1 - k1, s2 - k2, load<u64>(a, 24) - load<u64>(b, 24) - k3);
}

/** Computes the two's complement. */
@inline export function negate(a: usize, out: usize): void {
  const a0 = load<u64>(a);
  const a1 = load<u64>(a, 8);
  const a2 = load<u64>(a, 16);
  const k1 = u64(a0 == 0);
  const k2 = k1 & u64(a1 == 0);
  set(out, -a0, ~a1 + k1, ~a2 + k2, ~load<u64>(a, 24) + (k2 & u64(a2 == 0)));
}

@inline export function and(a: usize, b: usize, out: usize): void {
  store<u64>(out, load<u64>(a) & load<u64>(b));
  store<u64>(out, load<u64>(a, 8) & load<u64>(b, 8), 8);
  store<u64>(out, load<u64>(a, 16) & load<u64>(b, 16), 16);
  store<u64>(out, load<u64>(a, 24) & load<u64>(b, 24), 24);
}

@inline export function or(a: usize, b: usize, out: usize): void {
  store<u64>(out, load<u64>(a) | load<u64>(b));
  store<u64>(out, load<u64>(a, 8) | load<u64>(b, 8), 8);
  store<u64>(out, load<u64>(a, 16) | load<u64>(b, 16), 16);
  store<u64>(out, load<u64>(a, 24) | load<u64>(b, 24), 24);
}

@inline export function xor(a: usize, b: usize, out: usize): void {
  store<u64>(out, load<u64>(a) ^ load<u64>(b));
  store<u64>(out, load<u64>(a, 8) ^ load<u64>(b, 8), 8);
  store<u64>(out, load<u64>(a, 16) ^ load<u64>(b, 16), 16);
  store<u64>(out, load<u64>(a, 24) ^ load<u64>(b, 24), 24);
}

@inline export function not(a: usize, out: usize): void {
  set(out, ~load<u64>(a), ~load<u64>(a, 8), ~load<u64>(a, 16), ~load<u64>(a, 24));
}

/** Returns the byte `index` of `a`, counted from its most significant byte, or 0 beyond its end. */
@inline export function byteAt(index: usize, a: usize, out: usize): void {
  const i = load<u64>(index);
  let byte: u64 = 0;
  if (i < 32 && isSmall(index)) byte = load<u8>(a + <usize>(31 - i));
  setSmall(out, byte);
}

/** Extends the sign of the number that has `size` + 1 bytes. */
export function signextend(size: usize, a: usize, out: usize): void {
  const bytes = load<u64>(size);
  if (bytes > 30 || !isSmall(size)) {
    copy(a, out);
    return;
  }
  const limb = <usize>(bytes & ~7);
  const unused = 56 - ((bytes & 7) << 3);
  const signed = <i64>(load<u64>(a + limb) << unused) >> unused;
  const above = <u64>(signed >> 63);
  for (let at: usize = 0; at < WORD; at += 8)
    store<u64>(out + at, at < limb ? load<u64>(a + at) : at == limb ? <u64>signed : above);
}

export function shl(shift: usize, a: usize, out: usize): void {
  const bits = load<u64>(shift);
  if (bits > 255 || !isSmall(shift)) {
    setSmall(out, 0);
    return;
  }
  const up = bits & 63;
  // Shifts in two steps. A shift by all 64 bits must give 0, but WebAssembly would shift by 0.
  const down = 63 - up;
  const a0 = load<u64>(a);
  if (bits >= 192) {
    set(out, 0, 0, 0, a0 << up);
    return;
  }
  const a1 = load<u64>(a, 8);
  const s1 = (a1 << up) | ((a0 >> 1) >> down);
  if (bits >= 128) {
    set(out, 0, 0, a0 << up, s1);
    return;
  }
  const a2 = load<u64>(a, 16);
  const s2 = (a2 << up) | ((a1 >> 1) >> down);
  if (bits >= 64) set(out, 0, a0 << up, s1, s2);
  else set(out, a0 << up, s1, s2, (load<u64>(a, 24) << up) | ((a2 >> 1) >> down));
}

export function shr(shift: usize, a: usize, out: usize): void {
  shiftRight(shift, a, load<u64>(a, 24), 0, out);
}

export function sar(shift: usize, a: usize, out: usize): void {
  const a3 = load<i64>(a, 24);
  shiftRight(shift, a, a3, a3 >> 63, out);
}

/**
 * Shifts right. `high` is the highest limb of `a`, signed for an arithmetic shift, and `fill` is shifted in from above.
 */
@inline function shiftRight<T>(shift: usize, a: usize, high: T, fill: T, out: usize): void {
  const bits = load<u64>(shift);
  if (bits > 255 || !isSmall(shift)) {
    set(out, fill, fill, fill, fill);
    return;
  }
  const down = bits & 63;
  const up = 63 - down;
  const top = <u64>(high >> <T>down);
  if (bits >= 192) {
    set(out, top, fill, fill, fill);
    return;
  }
  const above = (<u64>high << 1) << up;
  const a2 = load<u64>(a, 16);
  const s2 = (a2 >> down) | above;
  if (bits >= 128) {
    set(out, s2, top, fill, fill);
    return;
  }
  const a1 = load<u64>(a, 8);
  const s1 = (a1 >> down) | ((a2 << 1) << up);
  if (bits >= 64) set(out, s1, s2, top, fill);
  else set(out, (load<u64>(a) >> down) | ((a1 << 1) << up), s1, s2, top);
}

/** Returns the number of significant bits, 0 to 256. */
@inline export function bitLength(a: usize): u64 {
  const a3 = load<u64>(a, 24);
  if (a3 != 0) return 256 - clz<u64>(a3);
  const a2 = load<u64>(a, 16);
  if (a2 != 0) return 192 - clz<u64>(a2);
  const a1 = load<u64>(a, 8);
  return a1 != 0 ? 128 - clz<u64>(a1) : 64 - clz<u64>(load<u64>(a));
}

/** Returns the number of significant bytes, 0 to 32, which determine the price of EXP. */
@inline export function byteLength(a: usize): u64 {
  return (bitLength(a) + 7) >> 3;
}

/** Writes the number of leading zeros (EIP-7939), which is 256 for zero. */
@inline export function countLeadingZeros(a: usize, out: usize): void {
  setSmall(out, 256 - bitLength(a));
}

/** Reads 32 bytes, the most significant first. */
@inline export function loadBig(bytes: usize, out: usize): void {
  const high = reversed(v128.load(bytes));
  v128.store(out, reversed(v128.load(bytes, 16)));
  v128.store(out, high, 16);
}

/** Writes 32 bytes, the most significant first. */
@inline export function storeBig(word: usize, bytes: usize): void {
  // Loads limb by limb: a processor stalls when one load reads what two stores have just written.
  const low = v128.load_lane<u64>(word + 8, v128.load_zero<u64>(word), 1);
  const high = v128.load_lane<u64>(word + 24, v128.load_zero<u64>(word + 16), 1);
  v128.store(bytes, reversed(high));
  v128.store(bytes, reversed(low), 16);
}

@inline function reversed(x: v128): v128 {
  return v128.shuffle<u8>(x, x, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}
