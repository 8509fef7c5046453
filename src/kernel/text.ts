/** Encodes and decodes UTF-8, and makes texts from outside safe to show. */
import type { Bytes } from './bytes.js';

/** The two classes exist in every JavaScript host, but not in the language's type library. */
declare const TextEncoder: new () => { encode(text: string): Bytes };
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Bytes): string };

const encoder = new TextEncoder();
// A byte order mark is treated as any character, so that decoded text encodes to the same bytes.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

/**
 * Longest text for which a loop over plain ASCII is faster than the host's encoder, which allocates outside the heap.
 */
const SHORT_TEXT = 64;

export function utf8(text: string): Bytes {
  const { length } = text;
  if (length > SHORT_TEXT) return encoder.encode(text);
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return encoder.encode(text);
    bytes[i] = code;
  }
  return bytes;
}

/** Decodes UTF-8; returns undefined when the bytes are invalid. */
export function tryFromUtf8(bytes: Bytes): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes UTF-8 and replaces invalid bytes with U+FFFD. */
export const fromUtf8 = (bytes: Bytes): string => lenient.decode(bytes);

/** Returns a text with one character for each byte: ASCII for bytes below 0x80, and any other for the rest. */
export const characterPerByte = (bytes: Bytes): string =>
  new TextDecoder('latin1', { fatal: false, ignoreBOM: true }).decode(bytes);

/**
 * Every character that is not printed in exactly one column: controls, marks and formats, and everything from Hebrew
 * on, where right-to-left, combined and wide letters begin. A few symbols with one column are listed.
 */
const NOT_PRINTABLE = /\p{Cf}|\p{M}|[^ -~\u00a1-\u058f…–—‘’“”]/gu;

/**
 * Makes a text from outside safe for a terminal and for one line of a log. Escape sequences, line ends, characters that
 * change the direction of text, and characters that are not one column wide become `?`. Each character of the result is
 * one column wide.
 */
export const printable = (text: string): string => text.replace(NOT_PRINTABLE, '?');

/** Returns the text in at most `columns` characters. A text that is too long ends with `…`. */
export const shortened = (text: string, columns: number): string =>
  text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`.slice(0, Math.max(0, columns));

/** Most characters of a text from outside in an error message. */
const MAX_QUOTED = 200;

/** Returns a text from outside for an error message: printable, on one line, and not too long. */
export const quoted = (text: string): string =>
  shortened(
    printable(
      text
        .slice(0, 4 * MAX_QUOTED)
        .replace(/\s+/g, ' ')
        .trim(),
    ),
    MAX_QUOTED,
  );

/** Returns a value from outside as JSON. A value whose members are nested too deep for that is named instead. */
export function shownJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing';
  } catch {
    return Array.isArray(value) ? 'a deeply nested array' : 'a deeply nested object';
  }
}

/** Quotes a word that a POSIX shell would not take as it is. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
