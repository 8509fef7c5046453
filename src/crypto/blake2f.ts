/** Computes BLAKE2b's compression function F with any number of rounds (EIP-152, RFC 7693 3.2). */
import type { Bytes } from '../kernel/bytes.js';
import { blake2Rounds, MESSAGE_AT, VECTOR_AT } from './blake2f_rounds.js';

/** Number of rounds between two pauses, which take less than a millisecond. */
const ROUNDS_AT_ONCE = 8192;

const H_BYTES = 64;
const M_BYTES = 128;

/** Fractional parts of the square roots of the first eight primes; also SHA-512's initial values. */
const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];

const MASK = 0xffff_ffff_ffff_ffffn;

/**
 * Runs the function. `input` is the precompile's input after the number of rounds: h, m, t, and whether the block is
 * the last one.
 */
export function* blake2f(rounds: number, input: Bytes): Generator<void, Bytes> {
  const h = input.subarray(0, H_BYTES);
  const m = input.subarray(H_BYTES, H_BYTES + M_BYTES);
  const vector = initialVector(h, input.subarray(H_BYTES + M_BYTES));
  const { memory, run } = blake2Rounds();
  for (let done = 0; done < rounds; done += ROUNDS_AT_ONCE) {
    if (done > 0) yield;
    memory.set(m, MESSAGE_AT);
    memory.set(vector, VECTOR_AT);
    run(done, Math.min(ROUNDS_AT_ONCE, rounds - done));
    vector.set(memory.subarray(VECTOR_AT, VECTOR_AT + vector.length));
  }
  return h.map((byte, i) => byte ^ (vector[i] as number) ^ (vector[H_BYTES + i] as number));
}

/** Returns the initial vector. `rest` holds t, 16 bytes, and the flag. */
function initialVector(h: Bytes, rest: Bytes): Bytes {
  const vector = new Uint8Array(2 * H_BYTES);
  vector.set(h);
  const view = new DataView(vector.buffer);
  const t = new DataView(rest.buffer, rest.byteOffset);
  IV.forEach((word, i) => {
    const counter = i === 4 || i === 5 ? t.getBigUint64(8 * (i - 4), true) : 0n;
    const flag = i === 6 && rest[16] === 1 ? MASK : 0n;
    view.setBigUint64(H_BYTES + 8 * i, word ^ counter ^ flag, true);
  });
  return vector;
}
