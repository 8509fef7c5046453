/** Computes modular exponentiation of any length (EIP-198), four bits of the exponent at a time. */
import type { Bytes } from '../kernel/bytes.js';

/** Computes the power. It may pause after every step. `exponent` is big-endian. */
export function* modexp(base: bigint, exponent: Bytes, modulus: bigint): Generator<void, bigint> {
  if (modulus <= 1n) return 0n;
  const powers = [1n];
  const reduced = base % modulus;
  for (let i = 1; i < 16; i++) powers.push(((powers[i - 1] as bigint) * reduced) % modulus);
  let result = 1n;
  for (const byte of exponent)
    for (const nibble of [byte >> 4, byte & 15]) {
      if (result !== 1n) {
        for (let bit = 0; bit < 4; bit++) result = (result * result) % modulus;
        yield;
      }
      if (nibble !== 0) result = (result * (powers[nibble] as bigint)) % modulus;
    }
  return result;
}
