/** Makes text from the chain safe to lay out: short, and without characters that reorder or hide other text. */

/** Matches controls, and formats such as marks that change the direction of text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const ALLOWED = /^[\n\t]$/;
/** Most combining marks on one character, which could cover the lines around it. */
const MANY_MARKS = /(\p{M}{3})\p{M}+/gu;

const escaped = (character: string): string =>
  ALLOWED.test(character) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Replaces what a reader cannot see by its code, such as `\u{202e}`. */
export const visible = (text: string): string => text.replace(INVISIBLE, escaped).replace(MANY_MARKS, '$1');

/** Returns the first characters of a text, and how many are left out. It never cuts a pair of surrogates. */
export function shorten(text: string, characters: number): { readonly text: string; readonly more: number } {
  if (text.length <= characters) return { text, more: 0 };
  const last = text.charCodeAt(characters - 1);
  const end = last >= 0xd800 && last < 0xdc00 ? characters - 1 : characters;
  return { text: text.slice(0, end), more: text.length - end };
}

/** Returns the size of hex data in bytes. */
export const bytesOf = (hex: string): number => Math.max(0, Math.floor((hex.length - 2) / 2));
