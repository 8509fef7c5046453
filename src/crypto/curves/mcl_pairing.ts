/** Computes products of pairings with mcl, a few pairs between two pauses, and one final exponentiation. */
import type { Bytes } from '../../kernel/bytes.js';
import { G1_SIZE, G2_SIZE, GT_SIZE, type MclCurve, type Pointer } from './mcl.js';

/** Most pairs between two pauses, which take about three milliseconds. */
const PAIRS_AT_ONCE = 2;

/** Decodes a point into a buffer. Returns false for infinity. Throws InputError. */
type Read = (to: Pointer, bytes: Bytes) => boolean;

/** Encoding of pairs: `g1Bytes` bytes of a point of G1, followed by a point of G2 up to `pairBytes`. */
interface Pairs {
  readonly g1: Read;
  readonly g1Bytes: number;
  readonly g2: Read;
  readonly pairBytes: number;
  /** Checks points other than infinity after both points of a pair are decoded. Throws InputError. */
  readonly check?: { readonly g1: (point: Pointer) => void; readonly g2: (point: Pointer) => void };
}

/** Returns a function that computes whether the product of the pairings is one. */
export function mclPairing(curve: MclCurve, pairs: Pairs): (input: Bytes) => Generator<void, boolean> {
  const { g1, g1Bytes, g2, pairBytes, check } = pairs;
  const { c } = curve;
  const [product, factor] = [curve.place(GT_SIZE), curve.place(GT_SIZE)];
  const g1s = curve.place(PAIRS_AT_ONCE * G1_SIZE);
  const g2s = curve.place(PAIRS_AT_ONCE * G2_SIZE);

  /** Decodes the pairs whose pairing is not one into the buffers. Returns their number. */
  function read(input: Bytes): number {
    let count = 0;
    for (let at = 0; at < input.length; at += pairBytes) {
      const [first, second] = [g1s + count * G1_SIZE, g2s + count * G2_SIZE];
      const hasFirst = g1(first, input.subarray(at, at + g1Bytes));
      const hasSecond = g2(second, input.subarray(at + g1Bytes, at + pairBytes));
      if (hasFirst) check?.g1(first);
      if (hasSecond) check?.g2(second);
      if (hasFirst && hasSecond) count++;
    }
    return count;
  }

  return function* (input) {
    let soFar: Bytes | undefined;
    for (let at = 0; at < input.length; at += PAIRS_AT_ONCE * pairBytes) {
      const count = read(input.subarray(at, at + PAIRS_AT_ONCE * pairBytes));
      if (count > 0) {
        c._mclBn_millerLoopVec(product, g1s, g2s, count);
        if (soFar !== undefined) {
          curve.heap().set(soFar, factor);
          c._mclBnGT_mul(product, product, factor);
        }
        soFar = curve.heap().slice(product, product + GT_SIZE);
      }
      yield;
    }
    if (soFar === undefined) return true;
    curve.heap().set(soFar, product);
    c._mclBn_finalExp(product, product);
    return c._mclBnGT_isOne(product) !== 0;
  };
}
