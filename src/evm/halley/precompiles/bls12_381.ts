/** Implements the precompiles 0x0b to 0x11: operations on BLS12-381 (EIP-2537). */
import type { Bls12381 } from '../../../crypto/curves/curve_backend.js';
import { bls12381Curve } from '../../../crypto/curves/index.js';
import { InputError } from '../../../crypto/curves/input_error.js';
import type { Bytes } from '../../../kernel/bytes.js';
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

// biome-ignore format: a table
/**
 * Prices of multiplications in thousandths of the full price (EIP-2537). The first item is the price of each when there
 * is one; the last item applies to larger numbers too.
 */
const G1_DISCOUNTS: readonly number[] = [
  1000, 949, 848, 797, 764, 750, 738, 728, 719, 712, 705, 698, 692, 687, 682, 677,
  673, 669, 665, 661, 658, 654, 651, 648, 645, 642, 640, 637, 635, 632, 630, 627,
  625, 623, 621, 619, 617, 615, 613, 611, 609, 608, 606, 604, 603, 601, 599, 598,
  596, 595, 593, 592, 591, 589, 588, 586, 585, 584, 582, 581, 580, 579, 577, 576,
  575, 574, 573, 572, 570, 569, 568, 567, 566, 565, 564, 563, 562, 561, 560, 559,
  558, 557, 556, 555, 554, 553, 552, 551, 550, 549, 548, 547, 547, 546, 545, 544,
  543, 542, 541, 540, 540, 539, 538, 537, 536, 536, 535, 534, 533, 532, 532, 531,
  530, 529, 528, 528, 527, 526, 525, 525, 524, 523, 522, 522, 521, 520, 520, 519,
];

// biome-ignore format: a table
const G2_DISCOUNTS: readonly number[] = [
  1000, 1000, 923, 884, 855, 832, 812, 796, 782, 770, 759, 749, 740, 732, 724, 717,
  711, 704, 699, 693, 688, 683, 679, 674, 670, 666, 663, 659, 655, 652, 649, 646,
  643, 640, 637, 634, 632, 629, 627, 624, 622, 620, 618, 615, 613, 611, 609, 607,
  606, 604, 602, 600, 598, 597, 595, 593, 592, 590, 589, 587, 586, 584, 583, 582,
  580, 579, 578, 576, 575, 574, 573, 571, 570, 569, 568, 567, 566, 565, 563, 562,
  561, 560, 559, 558, 557, 556, 555, 554, 553, 552, 552, 551, 550, 549, 548, 547,
  546, 545, 545, 544, 543, 542, 541, 541, 540, 539, 538, 537, 537, 536, 535, 535,
  534, 533, 532, 532, 531, 530, 530, 529, 528, 528, 527, 526, 526, 525, 524, 524,
];

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
