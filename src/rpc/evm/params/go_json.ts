/**
 * Makes the error texts of Go's JSON decoding, which clients of Ethereum nodes parse: `json: cannot unmarshal <what>
 * into Go value of type <type>`, or `into Go struct field <Struct.field> of type <type>`.
 */
import { DecodeError } from '../../jsonrpc/errors.js';

/** Struct field of a value, such as `TransactionArgs.from`; `undefined` for a value that is an argument itself. */
export type Field = string | undefined;

/** Returns Go's name for the kind of a JSON value. */
export function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return value === null ? 'null' : typeof value;
}

export function cannotUnmarshal(what: string, type: string, field: Field): DecodeError {
  const where = field === undefined ? 'Go value' : `Go struct field ${field}`;
  return new DecodeError(`json: cannot unmarshal ${what} into ${where} of type ${type}`);
}

export type JsonObject = Readonly<Record<string, unknown>>;

// Go leaves a null argument at its zero value: an empty struct, an empty list, an empty string, false.

export function decodeObject(value: unknown, type: string, field?: string): JsonObject {
  if (value === null && field === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw cannotUnmarshal(jsonKind(value), type, field);
  return value as JsonObject;
}

export function decodeList(value: unknown, type: string, field?: string): readonly unknown[] {
  if (value === null && field === undefined) return [];
  if (!Array.isArray(value)) throw cannotUnmarshal(jsonKind(value), type, field);
  return value;
}

export function decodeBoolean(value: unknown, field?: string): boolean {
  if (value === null && field === undefined) return false;
  if (typeof value !== 'boolean') throw cannotUnmarshal(jsonKind(value), 'bool', field);
  return value;
}

export function decodeString(value: unknown, field?: string, type = 'string'): string {
  if (value === null && field === undefined) return '';
  if (typeof value !== 'string') throw cannotUnmarshal(jsonKind(value), type, field);
  return value;
}

/** Decodes a JSON number, not a string. It must be within the type's bounds and those of safe integers. */
export function decodeInt(value: unknown, type: 'int' | 'uint' | 'uint64', max = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== 'number') throw cannotUnmarshal(jsonKind(value), type, undefined);
  if (!Number.isInteger(value) || Math.abs(value) > max || (type !== 'int' && value < 0))
    throw cannotUnmarshal(`number ${value}`, type, undefined);
  return value;
}

/** Returns the member's decoded value, or undefined when it is absent or null, as for a Go pointer. */
export function member<T>(object: JsonObject, key: string, decode: (value: unknown) => T): T | undefined {
  const value = object[key];
  return value === undefined || value === null ? undefined : decode(value);
}
