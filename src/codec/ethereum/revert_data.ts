/**
 * Decodes Solidity's revert data and formats it: the text of a `require`, the number of a panic, or an error that the
 * contract defines.
 */
import { type Bytes, bytesToBigint } from '../../kernel/bytes.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { fromUtf8, tryFromUtf8 } from '../../kernel/text.js';

const ERROR_STRING = '08c379a0';
const PANIC = '4e487b71';

export type RevertData =
  | { readonly type: 'error'; readonly reason: string }
  | { readonly type: 'panic'; readonly code: bigint }
  /** Custom error, empty data, or truncated data. */
  | { readonly type: 'other' };

const OTHER: RevertData = { type: 'other' };

const word = (data: Bytes, at: number): bigint => bytesToBigint(data.subarray(at, at + 32));

/** Decodes the ABI-encoded string argument. Returns undefined when the encoding exceeds the data. */
function abiString(data: Bytes): string | undefined {
  const offset = word(data, 0);
  const start = offset + 32n;
  const end = start + word(data, Number(offset));
  return end > data.length ? undefined : fromUtf8(data.subarray(Number(start), Number(end)));
}

export function readRevertData(data: Bytes): RevertData {
  const selector = toHex(data.subarray(0, 4));
  const args = data.subarray(4);
  if (selector === ERROR_STRING) {
    const reason = abiString(args);
    return reason === undefined ? OTHER : { type: 'error', reason };
  }
  return selector === PANIC && args.length >= 32 ? { type: 'panic', code: word(args, 0) } : OTHER;
}

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

const SELECTOR_BYTES = 4;
const SPACE = 0x20;
const TILDE = 0x7e;

/**
 * Returns the text of revert data that is neither `Error(string)` nor `Panic(uint256)`, as Anvil does; undefined for no
 * data. Data that is text is returned as text. Other data becomes the selector of a custom error and its arguments
 * (Foundry's `RevertDecoder`). The arguments are text when they are UTF-8, and hex without `0x` otherwise. Anvil also
 * accepts control characters as text, which would hide one selector in sixteen; Halley does not.
 */
export function customErrorText(data: Bytes): string | undefined {
  if (data.length === 0) return undefined;
  if (data.every((byte) => byte >= SPACE && byte <= TILDE)) return fromUtf8(data);
  if (data.length < SELECTOR_BYTES) return `custom error bytes ${to0x(data)}`;
  const name = `custom error ${to0x(data.subarray(0, SELECTOR_BYTES))}`;
  const args = data.subarray(SELECTOR_BYTES);
  return args.length === 0 ? name : `${name}: ${tryFromUtf8(args) ?? toHex(args)}`;
}
