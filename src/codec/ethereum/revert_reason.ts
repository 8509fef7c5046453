/** Formats the reason in revert data as go-ethereum does. */
import type { Bytes } from '../../kernel/bytes.js';
import { readRevertData } from './revert_data.js';

const PANIC_TEXTS: ReadonlyMap<bigint, string> = new Map([
  [0x00n, 'generic panic'],
  [0x01n, 'assert(false)'],
  [0x11n, 'arithmetic underflow or overflow'],
  [0x12n, 'division or modulo by zero'],
  [0x21n, 'enum overflow'],
  [0x22n, 'invalid encoded storage byte array accessed'],
  [0x31n, 'out-of-bounds array access; popping on an empty array'],
  [0x32n, 'out-of-bounds access of an array or bytesN'],
  [0x41n, 'out of memory'],
  [0x51n, 'uninitialized function'],
]);

/** Returns the reason, or undefined for custom errors and other data without a text. */
export function revertReason(data: Bytes): string | undefined {
  const read = readRevertData(data);
  switch (read.type) {
    case 'error':
      return read.reason;
    case 'panic':
      return PANIC_TEXTS.get(read.code) ?? `unknown panic code: 0x${read.code.toString(16)}`;
    case 'other':
      return undefined;
  }
}
