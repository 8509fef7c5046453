/**
 * Implements the precompile 0x100, which verifies secp256r1 signatures (EIP-7951). It returns the word 1, or no bytes.
 */
import { p256Curve } from '../../../crypto/curves/index.js';
import { EMPTY_BYTES } from '../../../kernel/bytes.js';
import { type Precompiled, wordOfTruth } from './precompiled.js';

const INPUT_BYTES = 160;

export const p256verify: Precompiled = {
  prepare: () => p256Curve.prepare(),
  gasOf: () => 6900,
  run(input) {
    if (input.length !== INPUT_BYTES) return EMPTY_BYTES;
    const valid = p256Curve.get().verify(input.subarray(0, 32), input.subarray(32, 96), input.subarray(96));
    return valid ? wordOfTruth(true) : EMPTY_BYTES;
  },
};
