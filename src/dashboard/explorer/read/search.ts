/** Finds what a reader searches for: a height, a hash, an address, or the name of a contract. */
import { readAccount } from './account_text.js';

/** Meanings of a text. A hash can be that of a block or of a transaction of either kind. */
export type Query =
  | { readonly type: 'height'; readonly height: string }
  | { readonly type: 'hash'; readonly hash: string }
  | { readonly type: 'address'; readonly address: string }
  | { readonly type: 'name'; readonly name: string };

/** Reads a text that was typed into the search box; undefined for an empty one. */
export function readQuery(typed: string): Query | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^\d{1,15}$/.test(text.replaceAll(',', ''))) return { type: 'height', height: text.replaceAll(',', '') };
  const [, hash] = /^(?:0x)?([0-9a-f]{64})$/i.exec(text) ?? [];
  if (hash !== undefined) return { type: 'hash', hash: `0x${hash.toLowerCase()}` };
  const address = readAccount(text)?.toLowerCase();
  return address === undefined ? { type: 'name', name: text } : { type: 'address', address };
}
