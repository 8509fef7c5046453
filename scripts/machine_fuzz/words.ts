/** Draws words at which machines fail: edges of arithmetic, of memory, of addresses. */
import { bytesToBigint } from '../../src/kernel/bytes.js';
import type { Draw } from './draw.js';

const MAX = 2n ** 256n - 1n;
const SPECIAL: readonly bigint[] = [
  ...[0n, 1n, 2n, 3n, MAX, MAX - 1n, 2n ** 255n, 2n ** 255n - 1n, 2n ** 255n + 1n],
  ...[31n, 32n, 33n, 255n, 256n, 257n, 0x80n, 0x8000n, 0xffn, 0xffffn],
  ...[2n ** 64n - 1n, 2n ** 64n, 2n ** 64n + 1n, 2n ** 63n, 2n ** 128n - 1n, 2n ** 128n, 2n ** 192n - 1n],
];

export function drawWord(draw: Draw): bigint {
  switch (draw.below(6)) {
    case 0:
      return BigInt(draw.below(300));
    case 1: {
      const power = 2n ** BigInt(draw.below(256));
      return draw.one([power, power - 1n, power + 1n, MAX - power, MAX - power + 1n]);
    }
    case 2:
      return bytesToBigint(draw.bytes(draw.between(1, 32)));
    case 3:
      // Limbs of ones and zeros produce long carries.
      return BigInt(
        `0x${Array.from({ length: 4 }, () => draw.one(['0000000000000000', 'ffffffffffffffff', '8000000000000000', '0000000000000001'])).join('')}`,
      );
    default:
      return draw.one(SPECIAL);
  }
}

/** Offsets beyond any memory, and at the limits of 32 and 64 bits. */
const FAR: readonly bigint[] = [
  ...[2n ** 31n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 32n + 1n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 32n],
  ...[2n ** 64n - 1n, 2n ** 64n, 2n ** 64n + 5n, 2n ** 128n, MAX, MAX - 31n, 0x1fffffffe0n, 0x1fffffffe1n],
];
const EDGES: readonly number[] = [0, 0, 0, 1, 2, 4, 16, 30, 31, 32, 33, 36, 62, 63, 64, 65, 95, 96, 97, 128];

/** Draws an offset into memory, calldata or code. */
export function drawOffset(draw: Draw): bigint {
  const kind = draw.below(1_000);
  if (kind < 6) return draw.one(FAR);
  if (kind < 30) return BigInt(draw.below(5_000));
  return BigInt(draw.one(EDGES));
}

export function drawSize(draw: Draw): bigint {
  const kind = draw.below(1_000);
  if (kind < 6) return draw.one(FAR);
  if (kind < 30) return BigInt(draw.below(3_000));
  return BigInt(draw.one(EDGES));
}
