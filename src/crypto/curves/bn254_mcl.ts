/** Implements alt_bn128 with mcl. It rejects the same input as `bn254.ts`, with the same error texts. */
import type { Bytes } from '../../kernel/bytes.js';
import { fromHex } from '../../kernel/hex.js';
import type { Bn254 } from './curve_backend.js';
import { InputError } from './input_error.js';
import { FP_SIZE, FR_SIZE, G1_SIZE, isZero, loadMcl, MCL_BN_SNARK1, type MclCurve, type Pointer } from './mcl.js';
import { mclPairing } from './mcl_pairing.js';

const MODULUS = fromHex('30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47');

const WORD = 32;
const G1_BYTES = 2 * WORD;
const PAIR_BYTES = 6 * WORD;

export const loadMclBn254 = async (): Promise<Bn254> => bn254On(await loadMcl(MCL_BN_SNARK1, MODULUS));

function bn254On(curve: MclCurve): Bn254 {
  const { c } = curve;
  const [a, b] = [curve.place(G1_SIZE), curve.place(G1_SIZE)];
  const scalar = curve.place(FR_SIZE);

  function element(to: Pointer, bytes: Bytes, word: number): void {
    if (!curve.setElement(to, bytes.subarray(word * WORD, (word + 1) * WORD)))
      throw new InputError('invalid fp.Element encoding');
  }

  /**
   * Decodes a point of G1. Returns false for the point at infinity. Throws InputError for bytes that do not encode a
   * point.
   */
  function g1(to: Pointer, bytes: Bytes): boolean {
    element(to, bytes, 0);
    element(to + FP_SIZE, bytes, 1);
    const there = !isZero(bytes);
    c._mclBnFp_setInt32(to + 2 * FP_SIZE, there ? 1 : 0);
    if (there && c._mclBnG1_isValid(to) === 0) throw new InputError('point is not on curve');
    return there;
  }

  /** Decodes a point of G2 in the same way. The imaginary part of a coordinate comes first. */
  function g2(to: Pointer, bytes: Bytes): boolean {
    for (const [word, part] of [1, 0, 3, 2].entries()) element(to + part * FP_SIZE, bytes, word);
    if (isZero(bytes)) return false;
    c._mclBnFp_setInt32(to + 4 * FP_SIZE, 1);
    c._mclBnFp_setInt32(to + 5 * FP_SIZE, 0);
    if (c._mclBnG2_isValid(to) === 0) throw new InputError('point is not on curve');
    if (c._mclBnG2_isValidOrder(to) === 0) throw new InputError('point is not in correct subgroup');
    return true;
  }

  function encoded(point: Pointer): Bytes {
    const out = new Uint8Array(G1_BYTES);
    if (c._mclBnG1_isZero(point) !== 0) return out;
    c._mclBnG1_normalize(point, point);
    curve.writeElement(point, out, WORD);
    curve.writeElement(point + FP_SIZE, out, G1_BYTES);
    return out;
  }

  return {
    add(input) {
      g1(a, input.subarray(0, G1_BYTES));
      g1(b, input.subarray(G1_BYTES));
      c._mclBnG1_add(a, a, b);
      return encoded(a);
    },
    mul(input) {
      if (!g1(a, input.subarray(0, G1_BYTES))) return new Uint8Array(G1_BYTES);
      curve.setScalar(scalar, input.subarray(G1_BYTES));
      c._mclBnG1_mul(a, a, scalar);
      return encoded(a);
    },
    pairing: mclPairing(curve, { g1, g1Bytes: G1_BYTES, g2, pairBytes: PAIR_BYTES }),
  };
}
