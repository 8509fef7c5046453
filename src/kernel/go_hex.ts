/** Explains why a text is not hex, with the messages of Go's `hex.DecodeString`, which CometBFT clients see. */
import { utf8 } from './text.js';

const HEX_DIGIT = /^[0-9a-fA-F]$/;
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

/** Formats a byte as Go's `%#U`, such as `U+0078 'x'`; an unprintable character has no quoted part. */
function namedByte(byte: number): string {
  const char = String.fromCharCode(byte);
  const name = `U+${byte.toString(16).toUpperCase().padStart(4, '0')}`;
  return char !== ' ' && UNPRINTABLE.test(char) ? name : `${name} '${char}'`;
}

/** Returns Go's message for a text that is not hex. A wrong digit is reported before an odd length. */
export function hexProblem(text: string): string {
  const wrong = utf8(text).find((byte) => !HEX_DIGIT.test(String.fromCharCode(byte)));
  return wrong === undefined
    ? 'encoding/hex: odd length hex string'
    : `encoding/hex: invalid byte: ${namedByte(wrong)}`;
}
