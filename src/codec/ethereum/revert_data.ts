/**
 * Decodes Solidity's revert data: the text of a `require`, the number of a panic, or an error that the contract
 * defines.
 */
import { type Bytes, bytesToBigint } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import { fromUtf8 } from '../../kernel/text.js';

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
