/** Decompresses a block that LevelDB compressed with Snappy (format_description.txt). Throws FormatError. */
import type { Bytes } from '../../kernel/bytes.js';
import { FieldReader, FormatError } from './fields.js';

const LONG_LITERAL = 60;

export function unpackSnappy(packed: Bytes): Bytes {
  const reader = new FieldReader(packed);
  const out = new Uint8Array(reader.varint());
  const little = (count: number): number => reader.bytes(count).reduceRight((value, byte) => value * 256 + byte, 0);
  let at = 0;
  while (!reader.done) {
    const tag = little(1);
    const head = tag >>> 2;
    if ((tag & 3) === 0) {
      const literal = reader.bytes(1 + (head < LONG_LITERAL ? head : little(head - LONG_LITERAL + 1)));
      if (at + literal.length > out.length) throw new FormatError('it decompresses to more bytes than it declares');
      out.set(literal, at);
      at += literal.length;
      continue;
    }
    const short = (tag & 3) === 1;
    const length = short ? 4 + (head & 7) : 1 + head;
    const offset = short ? ((tag >>> 5) << 8) | little(1) : little((tag & 3) === 2 ? 2 : 4);
    if (offset === 0 || offset > at || at + length > out.length)
      throw new FormatError('a copy refers to bytes that do not exist');
    // Copies byte by byte, because a copy may overlap its own output.
    for (let i = 0; i < length; i++, at++) out[at] = out[at - offset] as number;
  }
  if (at !== out.length) throw new FormatError('it decompresses to fewer bytes than it declares');
  return out;
}
