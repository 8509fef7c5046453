/**
 * Encodes lines of a record as text. Each line ends with a checksum over itself and all lines before it, so a reader
 * notices every line that was changed, removed or added.
 */
import { valueFromJson, valueToJson } from '../../codec/value_json.js';
import { sha256 } from '../../kernel/hash.js';
import { toHex } from '../../kernel/hex.js';
import type { Json } from '../../kernel/json.js';
import { utf8 } from '../../kernel/text.js';
import { LINE_TYPES, type RecordLine } from './record_line.js';

/** Checksum before the first line. */
export const NO_SUM = '';
const SUM_BYTES = 4;
const SUM_MEMBER = /,"sum":"([0-9a-f]{8})"\}$/;

const sumOf = (before: string, body: string): string => toHex(sha256(utf8(before + body)).subarray(0, SUM_BYTES));

/** Returns the JSON of a line without its checksum. Equal lines have equal texts. */
export function lineBody(line: RecordLine): string {
  if (line.type === 'chain') {
    // The genesis document is JSON already.
    const { genesis, ...rest } = line;
    return JSON.stringify({ ...(valueToJson(rest) as object), genesis });
  }
  if (line.type === 'event') {
    const { event, ...rest } = line;
    return JSON.stringify({ ...(valueToJson(rest) as object), event });
  }
  return JSON.stringify(valueToJson(line));
}

/** Adds checksums to the lines of one file, in their order. */
export class LineEncoder {
  /** `sum` is the checksum of the last line that the file has. */
  constructor(private sum = NO_SUM) {}

  /** Returns the text of the next line, with its end. */
  encode(line: RecordLine): string {
    return this.encodeBody(lineBody(line));
  }

  /** Returns the text of the next line, whose JSON without a checksum is `body`. */
  encodeBody(body: string): string {
    this.sum = sumOf(this.sum, body);
    return `${body.slice(0, -1)},"sum":"${this.sum}"}\n`;
  }
}

export type DecodedLine =
  | { readonly line: RecordLine; readonly body: string; readonly sum: string }
  /** Says why the text is no line that may follow. */
  | { readonly damage: string };

/** Decodes a line without its end. `before` is the checksum of the line before it. */
export function decodeLine(text: string, before: string): DecodedLine {
  const sum = SUM_MEMBER.exec(text)?.[1];
  if (sum === undefined) return { damage: 'it does not end with a checksum, as every line of a record does' };
  const body = text.replace(SUM_MEMBER, '}');
  const computed = sumOf(before, body);
  if (computed !== sum) return { damage: `its checksum is ${sum}, but it and the lines before it have ${computed}` };
  try {
    const line = lineFromJson(JSON.parse(body) as { readonly [name: string]: Json });
    return line === undefined ? { damage: 'it is of no known type' } : { line, body, sum };
  } catch (error) {
    return { damage: `it cannot be decoded: ${(error as Error).message}` };
  }
}

function lineFromJson({ genesis, event, ...rest }: { readonly [name: string]: Json }): RecordLine | undefined {
  const line = { ...(valueFromJson(rest) as object), ...(genesis && { genesis }), ...(event && { event }) };
  return LINE_TYPES.has((line as Partial<RecordLine>).type ?? '') ? (line as RecordLine) : undefined;
}
