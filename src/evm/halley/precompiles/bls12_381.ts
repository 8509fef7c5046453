/** 0x0b to 0x11: BLS12-381 (EIP-2537). */
import * as bls from '../../../crypto/bls12_381.js';
import { InputError } from '../../../crypto/input_error.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { G1_DISCOUNTS, G2_DISCOUNTS } from './bls12_381_discounts.js';
import { type Precompiled, wordOfTruth } from './precompiled.js';

const ELEMENT_BYTES = 64;
const SCALAR_BYTES = 32;
const G1_BYTES = 2 * ELEMENT_BYTES;
const G2_BYTES = 4 * ELEMENT_BYTES;
const PAIR_BYTES = G1_BYTES + G2_BYTES;

/** One input of a fixed length. */
const ofLength = (length: number, gas: number, answer: (input: Bytes) => Bytes): Precompiled => ({
  gasOf: () => gas,
  run(input) {
    if (input.length !== length) throw new InputError('invalid input length');
    return answer(input);
  },
});

/** Pieces of a fixed length, one at least. */
const ofPieces = (
  length: number,
  gas: (pieces: number) => number,
  answer: (input: Bytes) => Generator<void, Bytes>,
): Precompiled => ({
  gasOf: (input) => gas(Math.floor(input.length / length)),
  run(input) {
    if (input.length === 0 || input.length % length !== 0) throw new InputError('invalid input length');
    return answer(input);
  },
});

/** For `k` multiples: the more, the cheaper each. No input costs nothing, because it is refused. */
const discounted = (gas: number, discounts: readonly number[]) => (k: number) =>
  k === 0 ? 0 : Math.floor((k * gas * (discounts[Math.min(k, discounts.length) - 1] as number)) / 1000);

function* check(input: Bytes): Generator<void, Bytes> {
  return wordOfTruth(yield* bls.blsPairing(input));
}

export const blsG1Add = ofLength(2 * G1_BYTES, 375, bls.blsG1Add);
export const blsG1Msm = ofPieces(G1_BYTES + SCALAR_BYTES, discounted(12_000, G1_DISCOUNTS), bls.blsG1Msm);
export const blsG2Add = ofLength(2 * G2_BYTES, 600, bls.blsG2Add);
export const blsG2Msm = ofPieces(G2_BYTES + SCALAR_BYTES, discounted(22_500, G2_DISCOUNTS), bls.blsG2Msm);
export const blsPairingCheck = ofPieces(PAIR_BYTES, (pairs) => 37_700 + 32_600 * pairs, check);
export const blsMapFpToG1 = ofLength(ELEMENT_BYTES, 5_500, bls.blsMapToG1);
export const blsMapFp2ToG2 = ofLength(2 * ELEMENT_BYTES, 23_800, bls.blsMapToG2);
