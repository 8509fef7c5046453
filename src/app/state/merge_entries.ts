/** Merges two ascending runs of entries into one. */

import type { ByteText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { TextEntry } from './reader.js';

/**
 * Merges `writes` over `below`. A write replaces the entry with its key, and deletes it when the write has no value.
 */
export function* mergeEntries(
  below: Iterable<TextEntry>,
  writes: readonly (readonly [ByteText, Bytes | undefined])[],
): Iterable<TextEntry> {
  let next = 0;
  for (const entry of below) {
    let overwritten = false;
    for (let write = writes[next]; write !== undefined && write[0] <= entry[0]; write = writes[++next]) {
      if (write[0] === entry[0]) overwritten = true;
      if (write[1] !== undefined) yield [write[0], write[1]];
    }
    if (!overwritten) yield entry;
  }
  for (const [key, value] of writes.slice(next)) if (value !== undefined) yield [key, value];
}
