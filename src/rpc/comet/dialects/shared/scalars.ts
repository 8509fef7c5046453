/** Encodes single values (consensus-rpc.md 2.1): 64-bit integers as strings, hashes in hex, other bytes in base64. */
import { toBase64 } from '../../../../codec/base64.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import type { Json } from '../../../../kernel/json.js';

export { toBase64 as base64 } from '../../../../codec/base64.js';
export { toUpperHex as hex } from '../../../../kernel/hex.js';
export { formatTime as time } from '../../../../kernel/time.js';

/** Encodes Go's int, int64, uint64 and Duration. */
export const int64 = (value: bigint | number): string => value.toString();
/** Encodes the same types under `omitempty`. */
export const int64OrAbsent = (value: bigint | number): string | undefined =>
  Number(value) === 0 ? undefined : int64(value);
export const textOrAbsent = (text: string): string | undefined => (text === '' ? undefined : text);
/** Encodes a `[]byte` that is nil when empty. */
export const base64OrNull = (bytes: Bytes): string | null => (bytes.length === 0 ? null : toBase64(bytes));
export const base64OrAbsent = (bytes: Bytes): string | undefined => (bytes.length === 0 ? undefined : toBase64(bytes));
/** Encodes a slice decoded from protobuf, which is nil when empty. */
export const listOrNull = <T>(items: readonly T[], shape: (item: T) => Json): readonly Json[] | null =>
  items.length === 0 ? null : items.map(shape);
export const listOrAbsent = <T>(items: readonly T[], shape: (item: T) => Json): readonly Json[] | undefined =>
  items.length === 0 ? undefined : items.map(shape);
