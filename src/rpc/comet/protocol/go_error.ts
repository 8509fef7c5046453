/** The error texts of Go's decoders. Clients of the Go server see them, so they match to the letter. */
import { utf8 } from '../../../kernel/text.js';

/** Reports a refusal in the words of Go's standard library or of the engine's own JSON package. */
export class GoError extends Error {
  override readonly name = 'GoError';
}

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x07, '\\a'],
  [0x08, '\\b'],
  [0x0c, '\\f'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
  [0x0b, '\\v'],
  [0x5c, '\\\\'],
]);
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

function escapeRune(char: string, quote: string): string {
  const code = char.codePointAt(0) as number;
  if (char === quote) return `\\${quote}`;
  const known = ESCAPES.get(code);
  if (known !== undefined) return known;
  if (char === ' ' || !UNPRINTABLE.test(char)) return char;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
}

/** Quotes a string like Go's `%q`. */
export const quoted = (text: string): string => `"${[...text].map((char) => escapeRune(char, '"')).join('')}"`;

/** Quotes an unexpected character like `encoding/json`: by its first byte. */
export function quotedByte(char: string): string {
  const byte = utf8(char)[0] ?? 0;
  return `'${escapeRune(String.fromCodePoint(byte), "'")}'`;
}
