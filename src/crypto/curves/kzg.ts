/**
 * Verifies KZG point evaluations (EIP-4844) over BLS12-381 with noble alone. EthereumJS and the reference use it, so
 * that they share no code with our own machine's implementation (`point_evaluation.ts`). Verification needs one point
 * of the ceremony's setup. Other functions of KZG libraries are for blobs, which this chain does not have.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { Bytes } from '../../kernel/bytes.js';
import { fromHex } from '../../kernel/hex.js';

/** [τ]G2 of the Ethereum ceremony, compressed. */
const TAU_G2 = fromHex(
  'b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72' +
    '185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2',
);

const { G1, G2, fields } = bls12_381;
type G1Point = typeof G1.Point.BASE;

/** Decodes a point of 48 compressed bytes. Returns undefined when it is outside the curve or its subgroup. */
function g1Point(bytes: Bytes): G1Point | undefined {
  try {
    const point = G1.Point.fromBytes(bytes);
    if (!point.is0()) point.assertValidity();
    return point;
  } catch {
    return undefined;
  }
}

/**
 * Reports whether the polynomial of `commitment` has the value `y` at `z`: e(C - [y]G1, G2) = e(π, [τ - z]G2). Returns
 * undefined when an argument is not a field element or not a point.
 */
export function verifyKzgProof(commitment: Bytes, z: bigint, y: bigint, proof: Bytes): boolean | undefined {
  const c = g1Point(commitment);
  const pi = g1Point(proof);
  if (c === undefined || pi === undefined || z >= fields.Fr.ORDER || y >= fields.Fr.ORDER) return undefined;
  const claimed = c.subtract(G1.Point.BASE.multiplyUnsafe(y));
  const shifted = G2.Point.fromBytes(TAU_G2).subtract(G2.Point.BASE.multiplyUnsafe(z));
  const pairs = [
    { g1: claimed, g2: G2.Point.BASE.negate() },
    { g1: pi, g2: shifted },
  ].filter(({ g1, g2 }) => !g1.is0() && !g2.is0());
  return pairs.length === 0 || fields.Fp12.eql(bls12_381.pairingBatch(pairs), fields.Fp12.ONE);
}
