/**
 * Encodes profiles for `go tool pprof`: gzip around the protobuf message of google/pprof's `proto/profile.proto`. It
 * leaves out mappings, labels and addresses, which JavaScript does not have.
 */
import { gzipSync } from 'node:zlib';
import { ProtoWriter } from '../../codec/protobuf/index.js';
import type { Bytes } from '../../kernel/bytes.js';

export interface ValueType {
  /** Name of the measured quantity, such as `cpu`. */
  readonly type: string;
  /** Such as `nanoseconds`. */
  readonly unit: string;
}

export interface Frame {
  readonly name: string;
  /** Empty for code that is in no file. */
  readonly file: string;
  /** Line from 1; 0 means no line. */
  readonly line: number;
}

export interface Sample {
  /** Innermost frame first, then its callers. */
  readonly stack: readonly Frame[];
  /** One value for each of the profile's types. */
  readonly values: readonly number[];
}

export interface PprofProfile {
  readonly types: readonly ValueType[];
  readonly samples: readonly Sample[];
  /** Interval between two samples, in the unit of `type`. */
  readonly period: { readonly type: ValueType; readonly every: number };
  /** Nanoseconds since 1970. */
  readonly time: bigint;
  readonly durationNs: bigint;
  readonly comment: string;
}

/** Numbers items from 1 in the order in which they are added. */
class Table<T> {
  readonly #ids = new Map<string, number>();
  readonly items: T[] = [];

  id(key: string, item: () => T): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.items.length + 1;
    this.#ids.set(key, id);
    this.items.push(item());
    return id;
  }
}

interface Numbered {
  readonly strings: Table<string>;
  readonly functions: Table<Frame>;
  readonly locations: Table<Frame>;
}

/** Returns the number of a text. The empty text is number 0, as the format requires. */
const stringId = ({ strings }: Numbered, text: string): number => (text === '' ? 0 : strings.id(text, () => text));
const functionKey = ({ name, file }: Frame): string => `${file}\n${name}`;

export function encodePprof({ types, samples, period, time, durationNs, comment }: PprofProfile): Bytes {
  const tables: Numbered = { strings: new Table(), functions: new Table(), locations: new Table() };
  const out = new ProtoWriter();
  for (const type of types) out.message(1, valueType(tables, type));
  for (const sample of samples) out.message(2, encodeSample(tables, sample));
  tables.locations.items.forEach((frame, index) => {
    out.message(4, location(tables, frame, index + 1));
  });
  tables.functions.items.forEach(({ name, file }, index) => {
    const body = new ProtoWriter().uint(1, index + 1).int(2, stringId(tables, name));
    out.message(5, body.int(3, stringId(tables, name)).int(4, stringId(tables, file)).finish());
  });
  const periodType = valueType(tables, period.type);
  const commentId = stringId(tables, comment);
  for (const text of ['', ...tables.strings.items]) out.element(6, new TextEncoder().encode(text));
  out.int(9, time).int(10, durationNs).message(11, periodType).int(12, period.every);
  out.element(13, new ProtoWriter().varint(commentId).finish());
  return new Uint8Array(gzipSync(out.finish()));
}

const valueType = (tables: Numbered, { type, unit }: ValueType): Bytes =>
  new ProtoWriter().int(1, stringId(tables, type)).int(2, stringId(tables, unit)).finish();

function encodeSample({ locations }: Numbered, { stack, values }: Sample): Bytes {
  const ids = new ProtoWriter();
  for (const frame of stack) ids.varint(locations.id(`${functionKey(frame)}\n${frame.line}`, () => frame));
  const numbers = new ProtoWriter();
  for (const value of values) numbers.varint(Math.round(value));
  return new ProtoWriter().element(1, ids.finish()).element(2, numbers.finish()).finish();
}

function location({ functions }: Numbered, frame: Frame, id: number): Bytes {
  const functionId = functions.id(functionKey(frame), () => frame);
  const line = new ProtoWriter().uint(1, functionId).int(2, frame.line).finish();
  return new ProtoWriter().uint(1, id).message(4, line).finish();
}
