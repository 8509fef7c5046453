/**
 * Encodes plain values as JSON and back. JSON has no bytes and no integers of 64 bits, so both become strings: bytes are
 * `"0x0a"`, and a bigint is `"10n"`. A text that looks like one of these begins with an apostrophe in JSON. Members that
 * are undefined are left out.
 */
import { invariant } from '../kernel/errors.js';
import { to0x, tryFromHex } from '../kernel/hex.js';
import type { Json } from '../kernel/json.js';
import { CodecError } from './codec_error.js';

const BIGINT = /^-?(0|[1-9][0-9]*)n$/;
const ESCAPED = /^('|0x|-?[0-9]+n$)/;

/**
 * Encodes a value of plain objects, arrays, texts, numbers, bigints, booleans and bytes. An object of a class is encoded
 * as its `bytes`, which a signature computes when they are first read.
 */
export function valueToJson(value: unknown): Json {
  switch (typeof value) {
    case 'string':
      return ESCAPED.test(value) ? `'${value}` : value;
    case 'bigint':
      return `${value}n`;
    case 'boolean':
      return value;
    case 'number':
      invariant(Number.isFinite(value), `${value} has no JSON`);
      return value;
    case 'object':
      return value === null ? null : objectToJson(value);
    default:
      // The place of an absent element of an array.
      invariant(value === undefined, `a ${typeof value} has no JSON`);
      return null;
  }
}

function objectToJson(value: object): Json {
  if (value instanceof Uint8Array) return to0x(value);
  if (Array.isArray(value)) return value.map(valueToJson);
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  const bytes = 'bytes' in value ? value.bytes : undefined;
  if (!isPlain) {
    invariant(bytes instanceof Uint8Array, `a ${value.constructor.name} has no JSON`);
    return { bytes: to0x(bytes) };
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, valueToJson(member)]));
}

/** Decodes what `valueToJson` encoded; null becomes undefined. Throws CodecError for hex with an odd number of digits. */
export function valueFromJson(json: Json | undefined): unknown {
  if (typeof json === 'string') return textFromJson(json);
  if (json === null || json === undefined) return undefined;
  if (typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map(valueFromJson);
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, valueFromJson(member)]));
}

function textFromJson(text: string): string | bigint | Uint8Array {
  if (text.startsWith("'")) return text.slice(1);
  if (BIGINT.test(text)) return BigInt(text.slice(0, -1));
  if (!text.startsWith('0x')) return text;
  const bytes = tryFromHex(text.slice(2));
  if (bytes === undefined) throw new CodecError(`"${text}" is not hex with an even number of digits`);
  return bytes;
}
