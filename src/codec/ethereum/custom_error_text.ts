/**
 * Formats, as Anvil does, revert data that is neither `Error(string)` nor `Panic(uint256)`. Data that is text is
 * returned as text. Other data becomes the selector of a custom error and its arguments (Foundry's `RevertDecoder`).
 * Anvil also accepts control characters as text, which would hide one selector in sixteen; Halley does not.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { fromUtf8, tryFromUtf8 } from '../../kernel/text.js';

const SELECTOR_BYTES = 4;
const SPACE = 0x20;
const TILDE = 0x7e;

/**
 * Returns the text, or undefined for no data. The arguments are text when they are UTF-8, and hex without `0x`
 * otherwise.
 */
export function customErrorText(data: Bytes): string | undefined {
  if (data.length === 0) return undefined;
  if (data.every((byte) => byte >= SPACE && byte <= TILDE)) return fromUtf8(data);
  if (data.length < SELECTOR_BYTES) return `custom error bytes ${to0x(data)}`;
  const name = `custom error ${to0x(data.subarray(0, SELECTOR_BYTES))}`;
  const args = data.subarray(SELECTOR_BYTES);
  return args.length === 0 ? name : `${name}: ${tryFromUtf8(args) ?? toHex(args)}`;
}
