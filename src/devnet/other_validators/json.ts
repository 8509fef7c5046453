/** Reads members of a genesis document that is changed as JSON, before the application checks it as a whole. */
import { HalleyError } from '../../kernel/errors.js';

export type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const bad = (path: string, expected: string): HalleyError =>
  new HalleyError('invalid-genesis', `genesis: ${path} is not ${expected}`, { path, expected });

/** Returns a value as an object. A missing one, or null, is empty. Throws HalleyError `invalid-genesis`. */
export function objectAt(value: unknown, path: string): Json {
  if (value === undefined || value === null) return {};
  if (isObject(value)) return value;
  throw bad(path, 'an object');
}

/** Returns a value as a list of objects. A missing one, or null, is empty. Throws HalleyError `invalid-genesis`. */
export function listAt(value: unknown, path: string): readonly Json[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw bad(path, 'a list of objects');
}

/** Returns a value as text, or `fallback` for a missing one. Throws HalleyError `invalid-genesis`. */
export function textAt(value: unknown, path: string, fallback: string): string {
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'string') return value;
  throw bad(path, 'text');
}

/** Returns a whole number that is not negative, or 0 for a missing one. Throws HalleyError `invalid-genesis`. */
export function wholeAt(value: unknown, path: string): bigint {
  const text = typeof value === 'number' ? String(value) : textAt(value, path, '0');
  if (/^\d+$/.test(text)) return BigInt(text);
  throw bad(path, 'a whole number that is not negative');
}
