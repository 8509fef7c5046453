/**
 * Formats messages as Go prints them in errors (gogoproto `CompactTextString`): the fields that are not empty, each with
 * a space after it, as in `to_address:"halley1…" amount:<denom:"ahalley" amount:"7" > `.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { ProtoReader } from './index.js';
import type { FieldKind, Message } from './message.js';

/** Returns the text of an encoded message. A part that has no description is printed as bytes. */
export function compactText({ fields }: Message<unknown>, bytes: Bytes): string {
  let text = '';
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field: number } = reader.next();
    const found = fields.find(({ field }) => field.number === number);
    if (found === undefined) reader.skip();
    else text += `${found.name}:${valueText(reader, found.field.kind)} `;
  }
  return text;
}

function valueText(reader: ProtoReader, kind: FieldKind): string {
  switch (kind) {
    case 'uint64':
      return reader.uint().toString();
    case 'bool':
      return String(reader.bool());
    case 'int64':
      return reader.int().toString();
    case 'uint32':
    case 'int32':
      return String(reader.number());
    case 'timestamp':
    case 'duration':
      return secondsText(reader.bytes());
    case 'string':
    case 'bytes':
    case 'int':
    case 'dec':
    case 'decBytes':
      return quote(reader.bytes());
  }
  if ('enum' in kind) {
    const number = reader.number();
    return kind.values[number] ?? String(number);
  }
  return 'fields' in kind ? `<${compactText(kind as Message<unknown>, reader.bytes())}>` : quote(reader.bytes());
}

/** Formats a Timestamp or a Duration, whose fields have the same names. */
function secondsText(bytes: Bytes): string {
  let text = '';
  for (const reader = new ProtoReader(bytes); !reader.done; )
    text += `${reader.next().field === 1 ? 'seconds' : 'nanos'}:${reader.int()} `;
  return `<${text}>`;
}

/** Quotes bytes: printable ASCII stays, and every other byte is three octal digits. */
const quote = (bytes: Bytes): string =>
  `"${Array.from(bytes, (byte) =>
    byte === 0x22 || byte === 0x5c
      ? `\\${String.fromCharCode(byte)}`
      : byte >= 0x20 && byte < 0x7f
        ? String.fromCharCode(byte)
        : (ESCAPES[byte] ?? `\\${byte.toString(8).padStart(3, '0')}`),
  ).join('')}"`;

const ESCAPES: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r' };
