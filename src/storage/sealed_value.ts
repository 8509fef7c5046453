/**
 * Encodes a value as it is stored on disk: its bytes, and the CRC-32 checksum of its key and its bytes. The checksum
 * includes the key, so that a value stored under another key is detected too. LevelDB does not verify its own checksums
 * when it reads a value.
 */
import { crc32 } from 'node:zlib';
import type { Bytes } from '../kernel/bytes.js';

const SUM_BYTES = 4;

/** Computes the checksum. For no bytes, Node's function forgets the first part where they have no memory of their own. */
const sumOf = (key: Bytes, value: Bytes): number => (value.length === 0 ? crc32(key) : crc32(value, crc32(key)));

export function seal(key: Bytes, value: Bytes): Bytes {
  const { length } = value;
  const sealed = new Uint8Array(length + SUM_BYTES);
  sealed.set(value);
  const sum = sumOf(key, value);
  sealed[length] = sum >>> 24;
  sealed[length + 1] = sum >>> 16;
  sealed[length + 2] = sum >>> 8;
  sealed[length + 3] = sum;
  return sealed;
}

/** Returns the value as a view, or undefined when it is not the value that was sealed under this key. */
export function unseal(key: Bytes, sealed: Bytes): Bytes | undefined {
  const length = sealed.length - SUM_BYTES;
  if (length < 0) return undefined;
  const value = sealed.subarray(0, length);
  const sum = new DataView(sealed.buffer, sealed.byteOffset + length, SUM_BYTES).getUint32(0);
  return sum === sumOf(key, value) ? value : undefined;
}
