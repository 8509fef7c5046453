/**
 * Implements the precompile 0x01, which returns the address whose key signed a hash, or no bytes for an invalid
 * signature.
 */
import { recoverAddress } from '../../../crypto/secp256k1/index.js';
import { bytesToBigint, EMPTY_BYTES, leftPadded } from '../../../kernel/bytes.js';
import { partOf } from './input_part.js';
import type { Precompiled } from './precompiled.js';

const GAS = 3000;
const INPUT_BYTES = 128;
/** Position of the last byte of `v`. */
const V_AT = 63;

export const ecrecover: Precompiled = {
  gasOf: () => GAS,
  run(input) {
    const signed = partOf(input, 0, INPUT_BYTES);
    for (let i = 32; i < V_AT; i++) if (signed[i] !== 0) return EMPTY_BYTES;
    const yParity = (signed[V_AT] as number) - 27;
    if (yParity !== 0 && yParity !== 1) return EMPTY_BYTES;
    const r = bytesToBigint(signed.subarray(64, 96));
    const s = bytesToBigint(signed.subarray(96));
    const address = recoverAddress(signed.subarray(0, 32), { r, s, yParity });
    return address === undefined ? EMPTY_BYTES : leftPadded(address, 32);
  },
};
