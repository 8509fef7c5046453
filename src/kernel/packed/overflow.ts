import type { Bytes } from '../bytes.js';

/** Place outside of memory for the older pages of packed maps, which is read and written synchronously. */
export interface Overflow {
  /** Bytes of pages that each map keeps in memory. */
  readonly memoryBytes: number;
  /** Writes the bytes to a place of `room` bytes and returns the place; `undefined` when it cannot. */
  write(bytes: Bytes, room: number): number | undefined;
  /** Fills `target` from a place. Throws HalleyError when the bytes cannot be read. */
  read(place: number, target: Bytes): void;
  /** Makes a place available for other pages. */
  free(place: number, room: number): void;
}
