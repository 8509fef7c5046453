/**
 * Converts encoded messages to protobuf's JSON and back, as the SDK's REST gateway shows them (gogo/protobuf `jsonpb`
 * with `OrigName` and `EmitDefaults`): names of the `.proto` file, 64-bit numbers as text, bytes in base64, enums by
 * name, an Any with `@type`. All fields are shown. Absent messages and empty bytes are null.
 */

import type { Bytes } from '../../kernel/bytes.js';
import { fromUtf8, tryFromUtf8, utf8 } from '../../kernel/text.js';
import { NANOS_PER_SECOND, parseTime, splitTime, type UnixNanos } from '../../kernel/time.js';
import { base64Problem, toBase64, tryFromBase64 } from '../base64.js';
import { isJsonObject } from '../go_json.js';
import {
  CodecError,
  decodeDuration,
  decodeTimestamp,
  encodeDuration,
  encodeTimestamp,
  ProtoReader,
  ProtoWriter,
} from './index.js';
import type { EnumKind, FieldKind, FieldShape, Message, MessageField } from './message.js';

/** Messages by full name. */
export type KnownMessages = ReadonlyMap<string, Message<unknown>>;

type JsonObject = Readonly<Record<string, unknown>>;

const ANY = 'google.protobuf.Any';
const DECIMALS = 18;
const MAX_INT = 2n ** 256n;
/** Deepest nesting of messages. */
const MAX_DEPTH = 100;

/** Returns the description of the messages in a field; undefined for a field without messages. */
function messageOf(kind: FieldKind, known: KnownMessages): Message<unknown> | undefined {
  if (typeof kind === 'string' || 'enum' in kind) return undefined;
  return 'fields' in kind ? (kind as Message<unknown>) : known.get(kind.name ?? '');
}

/** Returns an encoded message as a JSON value. Throws CodecError for bytes that are no such message. */
export function messageToJson(message: Message<unknown>, bytes: Bytes, known: KnownMessages, depth = 0): JsonObject {
  if (depth > MAX_DEPTH) throw new CodecError(`${message.name}: more than ${MAX_DEPTH} messages in each other`);
  if (message.name === ANY) return anyToJson(bytes, known, depth);
  const json: Record<string, unknown> = {};
  for (const each of message.fields) if (!each.isInOneof) json[each.name] = absentJson(each, known, depth);
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field: number } = reader.next();
    const found = fieldNumbered(message, number);
    if (found === undefined) {
      reader.skip();
      continue;
    }
    const { name, field } = found;
    if (field.isRepeated) (json[name] as unknown[]).push(...repeatedToJson(reader, field.kind, known, depth));
    else json[name] = valueToJson(reader, field.kind, known, depth);
  }
  return json;
}

function fieldNumbered({ fields }: Message<unknown>, number: number): MessageField | undefined {
  for (const each of fields) if (each.field.number === number) return each;
  return undefined;
}

function anyToJson(bytes: Bytes, known: KnownMessages, depth: number): JsonObject {
  let typeUrl = '';
  let value: Bytes = new Uint8Array();
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) typeUrl = reader.string();
    else if (field === 2) value = reader.bytes();
    else reader.skip();
  }
  const message = known.get(typeUrl.slice(typeUrl.lastIndexOf('/') + 1));
  if (message === undefined) return { '@type': typeUrl, value: toBase64(value) };
  return { '@type': typeUrl, ...messageToJson(message, value, known, depth + 1) };
}

function absentJson({ field }: MessageField, known: KnownMessages, depth: number): unknown {
  const { kind, isRepeated, initial } = field;
  if (isRepeated) return [];
  if (typeof kind === 'object') {
    if ('enum' in kind) return kind.values[0] ?? 0;
    const message = messageOf(kind, known);
    const isAlwaysThere = initial !== undefined && !(initial instanceof Uint8Array) && message?.name !== ANY;
    return message !== undefined && isAlwaysThere ? messageToJson(message, new Uint8Array(), known, depth + 1) : null;
  }
  if ((kind === 'int' || kind === 'dec') && initial === undefined) return null;
  if (kind === 'string') return '';
  if (kind === 'bool') return false;
  if (kind === 'uint32' || kind === 'int32') return 0;
  if (kind === 'uint64' || kind === 'int64' || kind === 'int') return '0';
  return kind === 'dec' || kind === 'decBytes' ? decimalText('0') : null;
}

/** Reads one occurrence of a repeated field, which may be several packed numbers. */
function repeatedToJson(reader: ProtoReader, kind: FieldKind, known: KnownMessages, depth: number): readonly unknown[] {
  if (kind === 'uint64') return reader.repeatedUints().map(String);
  if (kind === 'uint32' || kind === 'int32') return reader.repeatedNumbers();
  return [valueToJson(reader, kind, known, depth)];
}

function valueToJson(reader: ProtoReader, kind: FieldKind, known: KnownMessages, depth: number): unknown {
  if (typeof kind === 'object') {
    if ('enum' in kind) {
      const number = reader.number();
      return kind.values[number] ?? number;
    }
    const message = messageOf(kind, known);
    return message === undefined ? toBase64(reader.bytes()) : messageToJson(message, reader.bytes(), known, depth + 1);
  }
  switch (kind) {
    case 'string':
      return reader.string();
    case 'int':
      return reader.string() || '0';
    case 'dec':
      return decimalText(reader.string());
    case 'decBytes':
      return decimalText(fromUtf8(reader.bytes()));
    case 'bytes':
      return toBase64(reader.bytes());
    case 'bool':
      return reader.bool();
    case 'uint64':
      return reader.uint().toString();
    case 'int64':
      return reader.int().toString();
    case 'uint32':
    case 'int32':
      return reader.number();
    case 'timestamp':
      return timeText(decodeTimestamp(reader.bytes()));
    case 'duration':
      return durationText(decodeDuration(reader.bytes()));
  }
}

/** Returns `1500000000000000000` as `1.500000000000000000`, as the SDK prints a `Dec`. */
function decimalText(units: string): string {
  const isNegative = units.startsWith('-');
  const digits = (isNegative ? units.slice(1) : units).padStart(DECIMALS + 1, '0');
  return `${isNegative ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

/** Returns the fraction of a second with 0, 3, 6 or 9 digits. */
const fractionText = (nanos: number): string =>
  nanos === 0
    ? ''
    : `.${nanos
        .toString()
        .padStart(9, '0')
        .replace(/(?:000){1,2}$/, '')}`;

function timeText(time: UnixNanos): string {
  const { seconds, nanos } = splitTime(time);
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}${fractionText(nanos)}Z`;
}

function durationText(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos;
  return `${nanos < 0n ? '-' : ''}${size / NANOS_PER_SECOND}${fractionText(Number(size % NANOS_PER_SECOND))}s`;
}

/**
 * Encodes a JSON value. Members without a field are ignored. Throws CodecError, in the words of Go's decoder (gogoproto
 * `jsonpb`).
 */
export function messageFromJson(message: Message<unknown>, json: unknown, known: KnownMessages, depth = 0): Bytes {
  if (depth > MAX_DEPTH) throw new CodecError('exceeded max depth');
  if (message.name === ANY) return anyFromJson(json, known, depth);
  // As in Go, null leaves a message empty.
  const members = json === null ? {} : json;
  if (!isJsonObject(members)) throw cannotUnmarshal(json, 'map[string]json.RawMessage');
  const out = new ProtoWriter();
  for (const { name, field } of message.fields) {
    const value = members[camelCase(name)] ?? members[name];
    if (value === undefined || value === null) continue;
    const place = { known, depth };
    if (!field.isRepeated) writeValue(out, field, value, place);
    else if (!Array.isArray(value)) throw cannotUnmarshal(value, '[]json.RawMessage');
    else for (const element of value) writeValue(out, field, element, place);
  }
  return out.finish();
}

/** Fields of messages by both forms of their names. */
const byName = new WeakMap<readonly MessageField[], ReadonlyMap<string, MessageField>>();

/** Returns the field with a name in the form of the `.proto` file or of JSON (`txBytes`). */
export function fieldNamed({ fields }: Message<unknown>, key: string): MessageField | undefined {
  let named = byName.get(fields);
  if (named === undefined) {
    named = new Map([
      ...fields.map((each) => [camelCase(each.name), each] as const),
      ...fields.map((each) => [each.name, each] as const),
    ]);
    byName.set(fields, named);
  }
  return named.get(key);
}

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns `cosmos.tx.v1beta1.SimulateRequest` as `tx.SimulateRequest`, as Go names the type. */
export function goName(name: string): string {
  const [own = '', ...folders] = name.split('.').reverse();
  return `${folders.find((folder) => !/^v\d/.test(folder)) ?? ''}.${own}`;
}

function anyFromJson(json: unknown, known: KnownMessages, depth: number): Bytes {
  if (!isJsonObject(json)) throw cannotUnmarshal(json, 'map[string]*json.RawMessage');
  const { '@type': typeUrl, ...members } = json;
  if (typeUrl === undefined || typeUrl === null) throw new CodecError("Any JSON doesn't have '@type'");
  if (typeof typeUrl !== 'string')
    // An object is not printed: it may be nested deeper than the stack.
    throw new CodecError(
      `can't unmarshal Any's '@type': ${typeof typeUrl === 'object' ? kindOf(typeUrl) : JSON.stringify(String(typeUrl))}`,
    );
  const name = typeUrl.slice(typeUrl.lastIndexOf('/') + 1);
  const message = known.get(name);
  if (message === undefined) throw new CodecError(`unknown message type ${JSON.stringify(name)}`);
  try {
    return new ProtoWriter()
      .string(1, typeUrl)
      .bytes(2, messageFromJson(message, members, known, depth + 1))
      .finish();
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    // The modules' messages are in Go packages named types.
    throw new CodecError(
      `can't unmarshal Any nested proto *types.${name.slice(name.lastIndexOf('.') + 1)}: ${error.message}`,
    );
  }
}

interface Place {
  readonly known: KnownMessages;
  readonly depth: number;
}

/** Writes one value. Elements of a list are written even when they are zero. */
function writeValue(out: ProtoWriter, field: FieldShape, value: unknown, { known, depth }: Place): void {
  const { number, kind } = field;
  const isElement = field.isRepeated ?? false;
  if (typeof kind === 'object') {
    const message = messageOf(kind, known);
    if ('enum' in kind) out.int(number, enumNumber(kind, value));
    else if (message !== undefined) out.message(number, messageFromJson(message, value, known, depth + 1));
    else out.bytes(number, bytesOf(value));
    return;
  }
  const put = (bytes: Bytes): unknown => (isElement ? out.element(number, bytes) : out.bytes(number, bytes));
  switch (kind) {
    case 'string':
      put(utf8(textOf(value)));
      return;
    case 'int':
      put(utf8(integerOf(value)));
      return;
    case 'dec':
    case 'decBytes':
      put(utf8(unitsOf(textOf(value))));
      return;
    case 'bytes':
      put(bytesOf(value));
      return;
    case 'bool':
      if (typeof value !== 'boolean') throw cannotUnmarshal(value, 'bool');
      out.bool(number, value);
      return;
    case 'uint64':
    case 'uint32':
      writeWhole(out, number, wholeOf(value, kind, 0n, (kind === 'uint64' ? 2n ** 64n : 2n ** 32n) - 1n), isElement);
      return;
    case 'int64':
    case 'int32': {
      const limit = kind === 'int64' ? 2n ** 63n : 2n ** 31n;
      writeWhole(out, number, wholeOf(value, kind, -limit, limit - 1n), isElement);
      return;
    }
    case 'timestamp': {
      const text = textOf(value);
      const time = parseTime(text);
      if (time === undefined)
        throw new CodecError(
          `bad Timestamp, should be RFC 3339 encoded: ${JSON.stringify(text)} is not a time such as 2026-01-02T03:04:05Z`,
        );
      out.message(number, encodeTimestamp(time));
      return;
    }
    case 'duration':
      out.message(number, encodeDuration(durationOf(textOf(value))));
  }
}

/** Writes a number. An element of a list is packed alone, because zero would be omitted otherwise. */
function writeWhole(out: ProtoWriter, number: number, value: bigint, isElement: boolean): void {
  if (isElement) out.bytes(number, new ProtoWriter().varint(value).finish());
  else if (value < 0n) out.int(number, value);
  else out.uint(number, value);
}

/** Returns Go's name for the kind of a JSON value. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return value === null ? 'null' : typeof value;
}

const cannotUnmarshal = (value: unknown, type: string, shown = kindOf(value)): CodecError =>
  new CodecError(`json: cannot unmarshal ${shown} into Go value of type ${type}`);

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw cannotUnmarshal(value, 'string');
}

/** Decodes base64. Values of a query may have the alphabet of URLs. */
function bytesOf(value: unknown): Bytes {
  if (value instanceof Uint8Array) return value;
  if (typeof value !== 'string')
    throw Array.isArray(value) ? cannotUnmarshal(value[0], 'uint8') : cannotUnmarshal(value, '[]uint8');
  const bytes = tryFromBase64(value.replace(/[\r\n]/g, ''));
  if (bytes === undefined) throw new CodecError(base64Problem(value) ?? 'illegal base64 data at input byte 0');
  return bytes;
}

function wholeOf(value: unknown, type: string, least: bigint, most: bigint): bigint {
  if (typeof value !== 'number' && typeof value !== 'string') throw cannotUnmarshal(value, type);
  const text = String(value);
  if (/^-?\d{1,80}$/.test(text) && (typeof value === 'string' || Number.isSafeInteger(value))) {
    const number = BigInt(text);
    if (number >= least && number <= most) return number;
  }
  // Go removes the quotes of a number, and then reads it as JSON.
  if (text === '') throw new CodecError('unexpected end of JSON input');
  if (!/^-?[\d]/.test(text)) throw new CodecError(`invalid character '${text[0]}' looking for beginning of value`);
  throw cannotUnmarshal(value, type, `number ${text}`);
}

function enumNumber({ enum: name, values }: EnumKind, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  if (typeof value !== 'string')
    throw cannotUnmarshal(value, goName(name), typeof value === 'number' ? `number ${value}` : kindOf(value));
  const found = Object.entries(values).find(([, known]) => known === value);
  if (found === undefined) throw new CodecError(`unknown value ${JSON.stringify(value)} for enum ${name}`);
  return Number(found[0]);
}

/** Returns the text of an `Int`, which is below 2^256. */
function integerOf(value: unknown): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? value.toString() : textOf(value);
  if (!/^-?\d{1,80}$/.test(text))
    throw new CodecError(`math/big: cannot unmarshal ${JSON.stringify(text)} into a *big.Int`);
  const number = BigInt(text);
  if (number <= -MAX_INT || number >= MAX_INT) throw new CodecError('integer out of range');
  return number.toString();
}

/** Returns `1.5` in units of 10^-18. */
function unitsOf(text: string): string {
  const match = /^(-?)(\d{1,80})(?:\.(\d{1,18}))?$/.exec(text);
  if (match === null) throw new CodecError(`failed to set decimal string with base 10: ${text}`);
  const [, sign = '', whole = '', fraction = ''] = match;
  return BigInt(`${sign}${whole}${fraction.padEnd(DECIMALS, '0')}`).toString();
}

function durationOf(text: string): bigint {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,9}))?s$/.exec(text);
  if (match === null) throw new CodecError(`bad Duration: time: invalid duration ${JSON.stringify(text)}`);
  const [, sign = '', seconds = '', fraction = ''] = match;
  return BigInt(`${sign}${seconds}${fraction.padEnd(9, '0')}`);
}

/** Parses a body. Throws CodecError for text that is no JSON. An empty body is the empty message. */
export function bodyFromJson(message: Message<unknown>, body: Bytes, known: KnownMessages): Bytes {
  if (body.length === 0) return body;
  const text = tryFromUtf8(body);
  let value: unknown;
  try {
    if (text === undefined) throw new CodecError('the body is not UTF-8');
    value = JSON.parse(text);
  } catch (error) {
    throw error instanceof CodecError ? error : new CodecError('the body is not JSON');
  }
  return messageFromJson(message, value, known);
}
