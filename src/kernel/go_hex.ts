/** Why a text is not hex, in the words of Go's `hex.DecodeString`, which clients of the engine see. */
import { utf8 } from './text.js';

const HEX_DIGIT = /^[0-9a-fA-F]$/;
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

/** `%#U`: `U+0078 'x'`; what cannot be printed has no picture. */
function namedByte(byte: number): string {
  const char = String.fromCharCode(byte);
  const name = `U+${byte.toString(16).toUpperCase().padStart(4, '0')}`;
  return char !== ' ' && UNPRINTABLE.test(char) ? name : `${name} '${char}'`;
}

/** Of a text that is not hex: digits are looked at before their number. */
export function hexProblem(text: string): string {
  const wrong = utf8(text).find((byte) => !HEX_DIGIT.test(String.fromCharCode(byte)));
  return wrong === undefined
    ? 'encoding/hex: odd length hex string'
    : `encoding/hex: invalid byte: ${namedByte(wrong)}`;
}
