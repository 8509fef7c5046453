/**
 * Defines the kinds of fields that our messages have, for `message.ts`. Each kind defines the value of an absent field
 * and how the field is read and written. It also defines the field's amino JSON, which hardware wallets sign (SDK x/tx
 * `signing/aminojson`). In amino JSON, 64-bit numbers are text, bytes are base64, and empty values are omitted unless
 * the message specifies otherwise.
 */
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import { formatTime, type UnixNanos } from '../../kernel/time.js';
import { toBase64 } from '../base64.js';
import { CodecError } from '../codec_error.js';
import {
  decodeDuration,
  decodeTimestamp,
  encodeDuration,
  encodeTimestamp,
  type ProtoReader,
  ProtoWriter,
} from './index.js';
import type { Codec, EnumKind, Field, Named } from './message.js';

export const string = (number: number): Field<string> => ({
  number,
  kind: 'string',
  initial: '',
  write: (out, value) => out.string(number, value),
  read: (reader) => reader.string(),
  amino: (value) => value || undefined,
});

/** Encodes bytes, or a message whose value stays encoded and is not written when it is empty. */
export const bytes = (number: number, kind: 'bytes' | Named = 'bytes'): Field<Bytes> => ({
  number,
  kind,
  initial: EMPTY_BYTES,
  write: (out, value) => out.bytes(number, value),
  read: (reader) => reader.bytes(),
  amino: (value) => (value.length === 0 ? undefined : toBase64(value)),
});

export const bool = (number: number): Field<boolean> => ({
  number,
  kind: 'bool',
  initial: false,
  write: (out, value) => out.bool(number, value),
  read: (reader) => reader.bool(),
  amino: (value) => value || undefined,
});

/** Encodes a uint64. */
export const uint = (number: number): Field<bigint> => ({
  number,
  kind: 'uint64',
  initial: 0n,
  write: (out, value) => out.uint(number, value),
  read: (reader) => reader.uint(),
  amino: (value) => (value === 0n ? undefined : value.toString()),
});

/** Encodes an int64. */
export const int = (number: number): Field<bigint> => ({
  number,
  kind: 'int64',
  initial: 0n,
  write: (out, value) => out.int(number, value),
  read: (reader) => reader.int(),
  amino: (value) => (value === 0n ? undefined : value.toString()),
});

/** Encodes a uint32, an int32 or the number of an enum value. */
export const small = (number: number, kind: 'uint32' | 'int32' | EnumKind): Field<number> => ({
  number,
  kind,
  initial: 0,
  write: (out, value) => out.int(number, value),
  read: (reader) => reader.number(),
  amino: (value) => value || undefined,
});

/** Encodes an enum, whose values have names. Throws CodecError for a number without a name. */
export function named<N extends string>(
  number: number,
  numbers: Readonly<Record<N, number>>,
  kind: 'int32' | EnumKind = 'int32',
): Field<N> {
  const names = Object.keys(numbers) as N[];
  const nameOf = (wanted: number): N => {
    const name = names.find((known) => numbers[known] === wanted);
    if (name === undefined)
      throw new CodecError(`field ${number}: ${wanted} is unknown, expected one of ${names.join(', ')}`);
    return name;
  };
  return {
    number,
    kind,
    initial: names.find((name) => numbers[name] === 0) ?? (names[0] as N),
    write: (out, value) => out.int(number, numbers[value]),
    read: (reader) => nameOf(reader.number()),
    amino: (value) => numbers[value] || undefined,
  };
}

/**
 * Encodes the SDK's `Int`, or its `Dec` in units of 10^-18, as decimal text. Zero is written too. Some decimals have
 * the type bytes in their `.proto` file.
 */
export const integer = (number: number, kind: 'int' | 'dec' | 'decBytes' = 'int'): Field<bigint> => ({
  number,
  kind,
  initial: 0n,
  write: (out, value) => out.string(number, value.toString()),
  read: (reader) => integerOf(number, reader.string()),
  amino: (value) => (kind === 'int' ? value.toString() : decimalText(value)),
});

/** Encodes an `Int` or a `Dec` that may be absent. */
export const optionalInteger = (number: number, kind: 'int' | 'dec' = 'int'): Field<bigint | undefined> => ({
  number,
  kind,
  initial: undefined,
  write: (out, value) => value !== undefined && out.string(number, value.toString()),
  read: (reader) => integerOf(number, reader.string()),
  amino: (value) => (kind === 'int' || value === undefined ? value?.toString() : decimalText(value)),
});

/** Formats a decimal of 18 digits, as amino's JSON does. */
function decimalText(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(19, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -18)}.${digits.slice(-18)}`;
}

function integerOf(number: number, text: string): bigint {
  if (text === '') return 0n;
  if (!/^-?\d{1,100}$/.test(text)) throw new CodecError(`field ${number}: "${text}" is not an integer`);
  return BigInt(text);
}

/** Encodes a time in nanoseconds. The epoch is written too, as gogoproto does for `nullable = false`. */
export const timestamp = (number: number): Field<UnixNanos> => ({
  number,
  kind: 'timestamp',
  initial: 0n,
  write: (out, value) => out.message(number, encodeTimestamp(value)),
  read: (reader) => decodeTimestamp(reader.bytes()),
  amino: (value) => formatTime(value),
});

/** Encodes a time that may be absent. */
export const optionalTimestamp = (number: number): Field<UnixNanos | undefined> => ({
  number,
  kind: 'timestamp',
  initial: undefined,
  write: (out, value) => value !== undefined && out.message(number, encodeTimestamp(value)),
  read: (reader) => decodeTimestamp(reader.bytes()),
  amino: (value) => (value === undefined ? undefined : formatTime(value)),
});

/** Encodes nanoseconds. Zero is written too. */
export const duration = (number: number): Field<bigint> => ({
  number,
  kind: 'duration',
  initial: 0n,
  write: (out, value) => out.message(number, encodeDuration(value)),
  read: (reader) => decodeDuration(reader.bytes()),
  amino: (value) => value.toString(),
});

/** Encodes a message that may be absent. */
export const optional = <T>(number: number, of: Codec<T>): Field<T | undefined> => ({
  number,
  kind: of,
  initial: undefined,
  write: (out, value) => value !== undefined && out.message(number, of.encode(value)),
  read: (reader) => of.decode(reader.bytes()),
  amino: (value) => value && of.amino?.(value),
});

/** Encodes a message that is always written (`nullable = false`). When it is absent, the value is the empty message. */
export const embedded = <T>(number: number, of: Codec<T>): Field<T> => ({
  number,
  kind: of,
  initial: of.decode(EMPTY_BYTES),
  write: (out, value) => out.message(number, of.encode(value)),
  read: (reader) => of.decode(reader.bytes()),
  amino: (value) => of.amino?.(value),
});

/** Encodes a message that must be present. Decoding fails without it. */
export const required = <T>(number: number, of: Codec<T>): Field<T> => ({
  ...(optional(number, of) as Field<T>),
  isRequired: true,
});

/** Encodes a message whose value stays encoded. It is always written. */
export const encoded = (number: number, kind: Named): Field<Bytes> => ({
  ...bytes(number, kind),
  write: (out, value) => out.message(number, value),
});

/** Converts between the value of `field` on the wire and our own value. */
export const mapped = <T, U>(field: Field<T>, fromWire: (value: T) => U, toWire: (value: U) => T): Field<U> => ({
  number: field.number,
  kind: field.kind,
  isRequired: field.isRequired,
  initial: field.isRequired ? (undefined as U) : fromWire(field.initial),
  write: (out, value) => field.write(out, toWire(value)),
  read: (reader) => fromWire(field.read(reader, field.initial)),
  amino: (value) => field.amino(toWire(value)),
});

/** Appends to a list in place while a message is decoded. No one else has a reference to the list yet. */
function grown<T>(before: readonly T[], none: readonly T[], element: T): readonly T[] {
  if (before === none) return [element];
  (before as T[]).push(element);
  return before;
}

interface ListOptions {
  /** Writes an empty list as `[]`, as amino's `dont_omitempty` does. */
  readonly keepEmpty?: true;
}

function list<T>(
  number: number,
  kind: Field<T>['kind'],
  element: { encode(value: T): Bytes; read(reader: ProtoReader): T; amino(value: T): unknown },
  { keepEmpty }: ListOptions,
): Field<readonly T[]> {
  const none: readonly T[] = [];
  return {
    number,
    kind,
    isRepeated: true,
    initial: none,
    write: (out, values) => {
      for (const value of values) out.element(number, element.encode(value));
    },
    read: (reader, before) => grown(before, none, element.read(reader)),
    amino: (values) => (values.length === 0 && !keepEmpty ? undefined : values.map((value) => element.amino(value))),
  };
}

export const repeated = <T>(number: number, of: Codec<T>, options: ListOptions = {}): Field<readonly T[]> =>
  list(
    number,
    of,
    {
      encode: (value) => of.encode(value),
      read: (reader) => of.decode(reader.bytes()),
      amino: (value) => of.amino?.(value),
    },
    options,
  );

/** Encodes repeated bytes, or repeated messages whose values stay encoded. */
export const repeatedBytes = (number: number, kind: 'bytes' | Named = 'bytes'): Field<readonly Bytes[]> =>
  list(number, kind, { encode: (value) => value, read: (reader) => reader.bytes(), amino: toBase64 }, {});

export const repeatedString = (number: number): Field<readonly string[]> =>
  list(number, 'string', { encode: utf8, read: (reader) => reader.string(), amino: (value) => value }, {});

/** Encodes varints in one packed field, as proto3 writes them. Both forms can be read. */
function packed<T extends number | bigint>(
  number: number,
  kind: 'int32' | 'uint64',
  readAll: (reader: ProtoReader) => readonly T[],
  amino: (value: T) => unknown,
): Field<readonly T[]> {
  const none: readonly T[] = [];
  return {
    number,
    kind,
    isRepeated: true,
    initial: none,
    write: (out, values) => {
      if (values.length === 0) return;
      const body = new ProtoWriter();
      for (const value of values) body.varint(value);
      out.bytes(number, body.finish());
    },
    read: (reader, before) => readAll(reader).reduce((list, value) => grown(list, none, value), before),
    amino: (values) => (values.length === 0 ? undefined : values.map(amino)),
  };
}

/** Encodes a repeated int32. */
export const packedSmall = (number: number): Field<readonly number[]> =>
  packed(
    number,
    'int32',
    (reader) => reader.repeatedNumbers(),
    (value) => value,
  );

/** Encodes a repeated uint64. */
export const packedUint = (number: number): Field<readonly bigint[]> =>
  packed(number, 'uint64', (reader) => reader.repeatedUints(), String);
