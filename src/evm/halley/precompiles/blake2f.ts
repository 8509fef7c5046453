/** Implements the precompile 0x09: BLAKE2b's compression function (EIP-152), which costs one gas for each round. */
import { blake2f } from '../../../crypto/blake2f.js';
import { InputError } from '../../../crypto/curves/input_error.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { Precompiled } from './precompiled.js';

const INPUT_BYTES = 213;
const ROUNDS_BYTES = 4;

const roundsOf = (input: Bytes): number => new DataView(input.buffer, input.byteOffset).getUint32(0);

export const blake2fContract: Precompiled = {
  gasOf: (input) => (input.length === INPUT_BYTES ? roundsOf(input) : 0),
  run(input) {
    if (input.length !== INPUT_BYTES) throw new InputError('invalid input length');
    if ((input[INPUT_BYTES - 1] as number) > 1) throw new InputError('invalid final flag');
    return blake2f(roundsOf(input), input.subarray(ROUNDS_BYTES));
  },
};
