/** Verifies signatures of secp256r1 (FIPS 186-5 6.4.2) with mcl. */
import { type Bytes, bytesToBigint, compareBytes } from '../../kernel/bytes.js';
import { fromHex } from '../../kernel/hex.js';
import type { P256 } from './curve_backend.js';
import { FP_SIZE, FR_SIZE, G1_SIZE, isZero, loadMcl, MCL_NIST_P256, type MclCurve } from './mcl.js';

const MODULUS = fromHex('ffffffff00000001000000000000000000000000ffffffffffffffffffffffff');
const ORDER = fromHex('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
const ORDER_NUMBER = bytesToBigint(ORDER);

const WORD = 32;

export const loadMclP256 = async (): Promise<P256> => p256On(await loadMcl(MCL_NIST_P256, MODULUS));

const isScalar = (word: Bytes): boolean => !isZero(word) && compareBytes(word, ORDER) < 0;

function p256On(curve: MclCurve): P256 {
  const { c } = curve;
  // These are the generator followed by the key, and the factor of each.
  const points = curve.place(2 * G1_SIZE);
  const scalars = curve.place(2 * FR_SIZE);
  const [generator, key] = [curve.place(G1_SIZE), points + G1_SIZE];
  const sum = curve.place(G1_SIZE);
  const inverse = curve.place(FR_SIZE);
  c._mclBnG1_getBasePoint(generator);

  return {
    verify(hash, signature, publicKey) {
      const [r, s] = [signature.subarray(0, WORD), signature.subarray(WORD)];
      if (!isScalar(r) || !isScalar(s)) return false;
      if (!curve.setElement(key, publicKey.subarray(0, WORD))) return false;
      if (!curve.setElement(key + FP_SIZE, publicKey.subarray(WORD))) return false;
      c._mclBnFp_setInt32(key + 2 * FP_SIZE, 1);
      if (c._mclBnG1_isValid(key) === 0) return false;
      curve.heap().copyWithin(points, generator, generator + G1_SIZE);
      curve.setScalar(inverse, s);
      c._mclBnFr_inv(inverse, inverse);
      for (const [i, factor] of [hash, r].entries()) {
        const scalar = scalars + i * FR_SIZE;
        curve.setScalar(scalar, factor);
        c._mclBnFr_mul(scalar, scalar, inverse);
      }
      c._mclBnG1_mulVec(sum, points, scalars, 2);
      if (c._mclBnG1_isZero(sum) !== 0) return false;
      c._mclBnG1_normalize(sum, sum);
      const x = new Uint8Array(WORD);
      curve.writeElement(sum, x, WORD);
      return bytesToBigint(x) % ORDER_NUMBER === bytesToBigint(r);
    },
  };
}
