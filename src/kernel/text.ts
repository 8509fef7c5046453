/** UTF-8. The two classes exist in every JavaScript host, but not in the language's own type library. */
import type { Bytes } from './bytes.js';

declare const TextEncoder: new () => { encode(text: string): Bytes };
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Bytes): string };

const encoder = new TextEncoder();
// A byte order mark is a character like others: what is decoded encodes to the same bytes.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

/** Up to here plain ASCII is faster written by hand than by the host, which gives memory outside the heap. */
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

/** Undefined when the bytes are not UTF-8. */
export function tryFromUtf8(bytes: Bytes): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** With U+FFFD in place of what is not UTF-8. */
export const fromUtf8 = (bytes: Bytes): string => lenient.decode(bytes);
