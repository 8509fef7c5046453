/**
 * Computes scrypt (RFC 7914) with parameters that OpenSSL rejects: small blocks (r = 1) and n from 2^16 on, against the
 * RFC's advice. Python's `eth_account` wrote such key files for years. It runs in JavaScript on the event loop, a few
 * milliseconds at a time.
 */
import { pbkdf2Sync } from 'node:crypto';
import type { Bytes } from '../kernel/bytes.js';

/** Reports whether OpenSSL rejects the parameters: it requires n below 2^(16·r). */
export const isBeyondOpenSsl = (n: number, r: number): boolean => n >= 2 ** (16 * r);

/** Steps between two pauses. */
const STEPS_IN_A_ROW = 4096;

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Derives a key. `n` must be a power of two. */
export async function scryptSmallBlocks(
  password: Bytes,
  salt: Bytes,
  { n, r, p }: { readonly n: number; readonly r: number; readonly p: number },
  length: number,
): Promise<Bytes> {
  const blocks = new Uint8Array(pbkdf2Sync(password, salt, 1, p * 128 * r, 'sha256'));
  const words = new Uint32Array(blocks.buffer, 0, p * 32 * r);
  const memory = new Uint32Array(n * 32 * r);
  for (let lane = 0; lane < p; lane++) await romix(words.subarray(lane * 32 * r, (lane + 1) * 32 * r), n, memory);
  return new Uint8Array(pbkdf2Sync(password, blocks, 1, length, 'sha256'));
}

/** Mixes `block` in place. Words are little-endian, as on this machine. */
async function romix(block: Uint32Array, n: number, memory: Uint32Array): Promise<void> {
  const { length } = block;
  const mixed = new Uint32Array(length);
  for (let step = 0; step < n; step++) {
    if (step % STEPS_IN_A_ROW === 0) await pause();
    memory.set(block, step * length);
    mixBlocks(block, mixed);
  }
  for (let step = 0; step < n; step++) {
    if (step % STEPS_IN_A_ROW === 0) await pause();
    const from = ((block[length - 16] as number) & (n - 1)) * length;
    for (let i = 0; i < length; i++) block[i] = (block[i] as number) ^ (memory[from + i] as number);
    mixBlocks(block, mixed);
  }
}

/** Implements scryptBlockMix: each 64 bytes are mixed with the last, and even ones come first in the result. */
function mixBlocks(block: Uint32Array, mixed: Uint32Array): void {
  const { length } = block;
  const chain = CHAIN;
  for (let i = 0; i < 16; i++) chain[i] = block[length - 16 + i] as number;
  for (let at = 0; at < length; at += 16) {
    for (let i = 0; i < 16; i++) chain[i] = (chain[i] as number) ^ (block[at + i] as number);
    salsa8(chain);
    mixed.set(chain, (at & 16) === 0 ? at / 2 : (length + at - 16) / 2);
  }
  block.set(mixed);
}

/** Block that all calls share, because a call uses it only between two pauses. */
const CHAIN = new Int32Array(16);

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/**
 * Mixes a square of 4 × 4 words: four times the columns, then the rows. It is written out because it is most of the
 * work.
 */
function salsa8(words: Int32Array): void {
  let x0 = words[0] as number;
  let x1 = words[1] as number;
  let x2 = words[2] as number;
  let x3 = words[3] as number;
  let x4 = words[4] as number;
  let x5 = words[5] as number;
  let x6 = words[6] as number;
  let x7 = words[7] as number;
  let x8 = words[8] as number;
  let x9 = words[9] as number;
  let x10 = words[10] as number;
  let x11 = words[11] as number;
  let x12 = words[12] as number;
  let x13 = words[13] as number;
  let x14 = words[14] as number;
  let x15 = words[15] as number;
  for (let round = 0; round < 4; round++) {
    x4 ^= rotate((x0 + x12) | 0, 7);
    x8 ^= rotate((x4 + x0) | 0, 9);
    x12 ^= rotate((x8 + x4) | 0, 13);
    x0 ^= rotate((x12 + x8) | 0, 18);
    x9 ^= rotate((x5 + x1) | 0, 7);
    x13 ^= rotate((x9 + x5) | 0, 9);
    x1 ^= rotate((x13 + x9) | 0, 13);
    x5 ^= rotate((x1 + x13) | 0, 18);
    x14 ^= rotate((x10 + x6) | 0, 7);
    x2 ^= rotate((x14 + x10) | 0, 9);
    x6 ^= rotate((x2 + x14) | 0, 13);
    x10 ^= rotate((x6 + x2) | 0, 18);
    x3 ^= rotate((x15 + x11) | 0, 7);
    x7 ^= rotate((x3 + x15) | 0, 9);
    x11 ^= rotate((x7 + x3) | 0, 13);
    x15 ^= rotate((x11 + x7) | 0, 18);
    x1 ^= rotate((x0 + x3) | 0, 7);
    x2 ^= rotate((x1 + x0) | 0, 9);
    x3 ^= rotate((x2 + x1) | 0, 13);
    x0 ^= rotate((x3 + x2) | 0, 18);
    x6 ^= rotate((x5 + x4) | 0, 7);
    x7 ^= rotate((x6 + x5) | 0, 9);
    x4 ^= rotate((x7 + x6) | 0, 13);
    x5 ^= rotate((x4 + x7) | 0, 18);
    x11 ^= rotate((x10 + x9) | 0, 7);
    x8 ^= rotate((x11 + x10) | 0, 9);
    x9 ^= rotate((x8 + x11) | 0, 13);
    x10 ^= rotate((x9 + x8) | 0, 18);
    x12 ^= rotate((x15 + x14) | 0, 7);
    x13 ^= rotate((x12 + x15) | 0, 9);
    x14 ^= rotate((x13 + x12) | 0, 13);
    x15 ^= rotate((x14 + x13) | 0, 18);
  }
  words[0] = (words[0] as number) + x0;
  words[1] = (words[1] as number) + x1;
  words[2] = (words[2] as number) + x2;
  words[3] = (words[3] as number) + x3;
  words[4] = (words[4] as number) + x4;
  words[5] = (words[5] as number) + x5;
  words[6] = (words[6] as number) + x6;
  words[7] = (words[7] as number) + x7;
  words[8] = (words[8] as number) + x8;
  words[9] = (words[9] as number) + x9;
  words[10] = (words[10] as number) + x10;
  words[11] = (words[11] as number) + x11;
  words[12] = (words[12] as number) + x12;
  words[13] = (words[13] as number) + x13;
  words[14] = (words[14] as number) + x14;
  words[15] = (words[15] as number) + x15;
}
