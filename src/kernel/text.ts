/**
 * Encodes and decodes UTF-8. The two classes exist in every JavaScript host, but not in the language's type library.
 */
import type { Bytes } from './bytes.js';

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
