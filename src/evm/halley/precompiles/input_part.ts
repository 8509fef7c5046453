/** Reads input as precompiles do: after its end there are zeros (geth's `getData`). */
import type { Bytes } from '../../../kernel/bytes.js';

/** Returns `size` bytes from the position `from`. */
export function partOf(input: Bytes, from: number, size: number): Bytes {
  if (from + size <= input.length) return input.subarray(from, from + size);
  const out = new Uint8Array(size);
  if (from < input.length) out.set(input.subarray(from));
  return out;
}
