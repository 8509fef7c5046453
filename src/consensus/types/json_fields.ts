/**
 * Reads the fields of a JSON document with errors that name the field, its value and the expected value. 64-bit
 * integers are strings, as Go writes them; plain JSON integers are accepted too, because people write them by hand.
 */

import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { tryFromHex } from '../../kernel/hex.js';
import { MAX_INT64 } from './fields.js';

const SHOWN_CHARACTERS = 80;

function show(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = typeof value === 'bigint' ? value.toString() : (JSON.stringify(value) ?? String(value));
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** Creates the error for a field of a genesis document. */
export function badGenesis(field: string, value: unknown, expected: string): HalleyError {
  return new HalleyError('invalid-genesis', `genesis: ${field} is ${show(value)}, expected ${expected}`, {
    field,
    value,
    expected,
  });
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads one object of the document: every method takes a key of it. A field that is null counts as missing. */
export class JsonFields {
  constructor(
    private readonly object: JsonObject,
    private readonly path: string,
  ) {}

  static of(value: unknown, path: string): JsonFields {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return new JsonFields(value as JsonObject, path);
    throw badGenesis(path === '' ? 'document' : path, value, 'an object');
  }

  has(key: string): boolean {
    return this.value(key) !== undefined;
  }

  value(key: string): unknown {
    return Object.hasOwn(this.object, key) ? (this.object[key] ?? undefined) : undefined;
  }

  at(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
  }

  bad(key: string, expected: string): HalleyError {
    return badGenesis(this.at(key), this.value(key), expected);
  }

  /** Returns undefined when the field is missing. */
  group(key: string): JsonFields | undefined {
    const value = this.value(key);
    return value === undefined ? undefined : JsonFields.of(value, this.at(key));
  }

  /** Returns an empty list when the field is missing. */
  list(key: string, expected: string): readonly unknown[] {
    const value = this.value(key) ?? [];
    if (!Array.isArray(value)) throw this.bad(key, expected);
    return value;
  }

  /** Returns `fallback` when the field is missing. */
  text(key: string, fallback: string, expected: string): string {
    const value = this.value(key) ?? fallback;
    if (typeof value !== 'string') throw this.bad(key, expected);
    return value;
  }

  /** Returns `fallback` when the field is missing. */
  int64(key: string, fallback: bigint): bigint {
    const value = this.value(key);
    if (value === undefined) return fallback;
    const isInteger = typeof value === 'string' ? /^-?\d{1,19}$/.test(value) : Number.isSafeInteger(value);
    const integer = isInteger ? BigInt(value as string | number) : undefined;
    if (integer === undefined || integer > MAX_INT64 || integer < -MAX_INT64 - 1n)
      throw this.bad(key, 'a 64-bit integer as a string, such as "10"');
    return integer;
  }

  /** Reads bare hex of either case; returns no bytes when the field is missing. */
  hex(key: string): Bytes {
    const bytes = tryFromHex(this.text(key, '', 'a string of hex digits'));
    if (bytes === undefined) throw this.bad(key, 'an even number of hex digits without 0x');
    return bytes;
  }
}
