/**
 * Checks an implementation against known values of the curves' generators. One that gives other results is not used.
 */
import { type Bytes, concatBytes, equalBytes } from '../../kernel/bytes.js';
import { fromHex } from '../../kernel/hex.js';
import { G1, G2, pointOf } from './bls12_381_points.js';
import type { Bls12381, Bn254, P256 } from './curve_backend.js';

/** Generators and twice the first generator, in hex. */
const BN254 = {
  g1: ['1', '2'],
  negativeG1: ['1', '30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd45'],
  g2: [
    '198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2',
    '1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed',
    '90689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b',
    '12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa',
  ],
  twice: [
    '30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3',
    '15ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4',
  ],
};

const NEGATIVE_G1 = pointOf(
  '17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
  '114d1d6855d545a8aa7d76c8cf2e21f267816aef1db507c96655b9d5caac42364e6f38ba0ecb751bad54dcd6b939c2ca',
);
const TWICE_G1 = pointOf(
  '0572cbea904d67468808c8eb50a9450c9721db309128012543902d0ac358a62ae28f75bb8f1c7c42c39a8c5529bf0f4e',
  '166a9d8cabc673a322fda673779d8e3822ba3ecb8670e461f73bb9021d5fd76a4c56d9d4cd16bd1bba86881979749d28',
);
/** Point to which the field's one is mapped. */
const MAPPED = pointOf(
  '1073311196f8ef19477219ccee3a48035ff432295aa9419eed45d186027d88b90832e14c4f0e2aa4d15f54d1c3ed0f93',
  '034d6e3755a2073039d609db4cf3aef548283b5cc92f1021cbdb276414bcd8072b112d80a2b0a7dbf22bdaf17e006d45',
);

/** Signature of "sample" with SHA-256 (RFC 6979 A.2.5). */
const P256_SIGNED = {
  hash: ['af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf'],
  signature: [
    'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716',
    'f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
  ],
  key: [
    '60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6',
    '7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299',
  ],
};

const words = (numbers: readonly string[]): Bytes =>
  concatBytes(...numbers.map((digits) => fromHex(digits.padStart(64, '0'))));

const TWO = words(['2']);

/** Runs a generator to its end and returns its value. */
export function ended<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const holds = (check: () => boolean): boolean => {
  try {
    return check();
  } catch {
    return false;
  }
};

export const passesBn254 = (curve: Bn254): boolean =>
  holds(() => {
    const [g1, negative] = [words(BN254.g1), words(BN254.negativeG1)];
    const [g2, twice] = [words(BN254.g2), words(BN254.twice)];
    return (
      equalBytes(curve.add(concatBytes(g1, g1)), twice) &&
      equalBytes(curve.mul(concatBytes(g1, TWO)), twice) &&
      ended(curve.pairing(concatBytes(g1, g2, negative, g2))) &&
      !ended(curve.pairing(concatBytes(g1, g2)))
    );
  });

export const passesBls12381 = (curve: Bls12381): boolean =>
  holds(
    () =>
      equalBytes(curve.g1Add(concatBytes(G1, G1)), TWICE_G1) &&
      equalBytes(ended(curve.g1Msm(concatBytes(G1, TWO))), TWICE_G1) &&
      equalBytes(curve.g2Add(concatBytes(G2, G2)), ended(curve.g2Msm(concatBytes(G2, TWO)))) &&
      equalBytes(curve.mapToG1(pointOf('1')), MAPPED) &&
      ended(curve.pairing(concatBytes(G1, G2, NEGATIVE_G1, G2))) &&
      !ended(curve.pairing(concatBytes(G1, G2))),
  );

export const passesP256 = (curve: P256): boolean =>
  holds(() => {
    const [signature, key] = [words(P256_SIGNED.signature), words(P256_SIGNED.key)];
    return curve.verify(words(P256_SIGNED.hash), signature, key) && !curve.verify(TWO, signature, key);
  });
