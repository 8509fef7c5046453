/**
 * Implements the precompiles 0x06, 0x07 and 0x08: addition, multiplication and pairing check on alt_bn128 (EIPs 196,
 * 197), at Istanbul's prices (EIP-1108).
 */
import { bn254Curve } from '../../../crypto/curves/index.js';
import { InputError } from '../../../crypto/curves/input_error.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { partOf } from './input_part.js';
import { type Precompiled, wordOfTruth } from './precompiled.js';

const ADD_BYTES = 128;
const MUL_BYTES = 96;
const PAIR_BYTES = 192;

const prepare = (): Promise<void> | undefined => bn254Curve.prepare();

export const bn254Add: Precompiled = {
  prepare,
  gasOf: () => 150,
  run: (input) => bn254Curve.get().add(partOf(input, 0, ADD_BYTES)),
};

export const bn254Mul: Precompiled = {
  prepare,
  gasOf: () => 6000,
  run: (input) => bn254Curve.get().mul(partOf(input, 0, MUL_BYTES)),
};

export const bn254Pairing: Precompiled = {
  prepare,
  gasOf: (input) => 45_000 + 34_000 * Math.floor(input.length / PAIR_BYTES),
  run(input) {
    if (input.length % PAIR_BYTES !== 0) throw new InputError('bad elliptic curve pairing size');
    return check(input);
  },
};

function* check(input: Bytes): Generator<void, Bytes> {
  return wordOfTruth(yield* bn254Curve.get().pairing(input));
}
