/** Computes CRC-32C (Castagnoli), four bytes a step, and the form in which LevelDB stores it (util/crc32c.h). */
import type { Bytes } from '../../kernel/bytes.js';

const POLYNOMIAL = 0x82f63b78;

/** `TABLES[n][byte]` is the checksum of `byte` followed by n zero bytes. */
const TABLES = [new Int32Array(256), new Int32Array(256), new Int32Array(256), new Int32Array(256)] as const;
const [T0, T1, T2, T3] = TABLES;
for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  T0[byte] = crc;
}
for (let byte = 0; byte < 256; byte++)
  for (const [n, table] of TABLES.entries()) {
    const before = TABLES[n - 1];
    if (before !== undefined) {
      const crc = before[byte] as number;
      table[byte] = (crc >>> 8) ^ (T0[crc & 255] as number);
    }
  }

/** Computes the checksum of `bytes` from `from` to `to`. */
export function crc32c(bytes: Bytes, from = 0, to = bytes.length): number {
  let crc = -1;
  let i = from;
  for (; i + 4 <= to; i += 4) {
    crc ^=
      (bytes[i] as number) |
      ((bytes[i + 1] as number) << 8) |
      ((bytes[i + 2] as number) << 16) |
      ((bytes[i + 3] as number) << 24);
    crc =
      (T3[crc & 255] as number) ^
      (T2[(crc >>> 8) & 255] as number) ^
      (T1[(crc >>> 16) & 255] as number) ^
      (T0[crc >>> 24] as number);
  }
  for (; i < to; i++) crc = (T0[(crc ^ (bytes[i] as number)) & 255] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

const MASK_DELTA = 0xa282ead8;

/**
 * Rotates a checksum and adds a constant. LevelDB stores this form, because a checksum of data that contains checksums
 * would be weak.
 */
export const masked = (crc: number): number => (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0;
