/** Implements the precompiles 0x0b to 0x11: operations on BLS12-381 (EIP-2537). */
import type { Bls12381 } from '../../../crypto/curves/curve_backend.js';
import { bls12381Curve } from '../../../crypto/curves/index.js';
import { InputError } from '../../../crypto/curves/input_error.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { G1_DISCOUNTS, G2_DISCOUNTS } from './bls12_381_discounts.js';
import { type Precompiled, wordOfTruth } from './precompiled.js';

const ELEMENT_BYTES = 64;
const SCALAR_BYTES = 32;
const G1_BYTES = 2 * ELEMENT_BYTES;
const G2_BYTES = 4 * ELEMENT_BYTES;
const PAIR_BYTES = G1_BYTES + G2_BYTES;

const prepare = (): Promise<void> | undefined => bls12381Curve.prepare();

/** Defines a precompile whose input has a fixed length. */
const ofLength = (length: number, gas: number, answer: (curve: Bls12381, input: Bytes) => Bytes): Precompiled => ({
  prepare,
  gasOf: () => gas,
  run(input) {
    if (input.length !== length) throw new InputError('invalid input length');
    return answer(bls12381Curve.get(), input);
  },
});

/** Defines a precompile whose input has one or more pieces of a fixed length. */
const ofPieces = (
  length: number,
  gas: (pieces: number) => number,
  answer: (curve: Bls12381, input: Bytes) => Generator<void, Bytes>,
): Precompiled => ({
  prepare,
  gasOf: (input) => gas(Math.floor(input.length / length)),
  run(input) {
    if (input.length === 0 || input.length % length !== 0) throw new InputError('invalid input length');
    return answer(bls12381Curve.get(), input);
  },
});

/**
 * Returns the price of `k` multiplications, each of which is cheaper the more there are. Empty input costs nothing,
 * because it is rejected.
 */
const discounted = (gas: number, discounts: readonly number[]) => (k: number) =>
  k === 0 ? 0 : Math.floor((k * gas * (discounts[Math.min(k, discounts.length) - 1] as number)) / 1000);

function* check(curve: Bls12381, input: Bytes): Generator<void, Bytes> {
  return wordOfTruth(yield* curve.pairing(input));
}

export const blsG1Add = ofLength(2 * G1_BYTES, 375, (curve, input) => curve.g1Add(input));
export const blsG1Msm = ofPieces(G1_BYTES + SCALAR_BYTES, discounted(12_000, G1_DISCOUNTS), (curve, input) =>
  curve.g1Msm(input),
);
export const blsG2Add = ofLength(2 * G2_BYTES, 600, (curve, input) => curve.g2Add(input));
export const blsG2Msm = ofPieces(G2_BYTES + SCALAR_BYTES, discounted(22_500, G2_DISCOUNTS), (curve, input) =>
  curve.g2Msm(input),
);
export const blsPairingCheck = ofPieces(PAIR_BYTES, (pairs) => 37_700 + 32_600 * pairs, check);
export const blsMapFpToG1 = ofLength(ELEMENT_BYTES, 5_500, (curve, input) => curve.mapToG1(input));
export const blsMapFp2ToG2 = ofLength(2 * ELEMENT_BYTES, 23_800, (curve, input) => curve.mapToG2(input));
