/**
 * Implements the precompile 0x0a: KZG point evaluation (EIP-4844). It returns the number of field elements of a blob
 * and the modulus of the field.
 */
import { bls12381Curve } from '../../../crypto/curves/index.js';
import { InputError } from '../../../crypto/curves/input_error.js';
import { checkPointEvaluation } from '../../../crypto/curves/point_evaluation.js';
import { type Bytes, bytesToBigint, equalBytes } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';
import { fromHex } from '../../../kernel/hex.js';
import type { Precompiled } from './precompiled.js';

const INPUT_BYTES = 192;
const VERSION = 1;
const ANSWER = fromHex(`${'1000'.padStart(64, '0')}73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001`);

function versionedHash(commitment: Bytes): Bytes {
  const hash = sha256(commitment).slice();
  hash[0] = VERSION;
  return hash;
}

function* check(input: Bytes, commitment: Bytes): Generator<void, Bytes> {
  const z = bytesToBigint(input.subarray(32, 64));
  const y = bytesToBigint(input.subarray(64, 96));
  try {
    yield* checkPointEvaluation(bls12381Curve.get(), { commitment, z, y, proof: input.subarray(144) });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`error verifying kzg proof: ${error.message}`);
  }
  return ANSWER.slice();
}

export const kzgPointEvaluation: Precompiled = {
  prepare: () => bls12381Curve.prepare(),
  gasOf: () => 50_000,
  run(input) {
    if (input.length !== INPUT_BYTES) throw new InputError('invalid input length');
    const commitment = input.subarray(96, 144);
    if (!equalBytes(versionedHash(commitment), input.subarray(0, 32)))
      throw new InputError('mismatched versioned hash');
    return check(input, commitment);
  },
};
