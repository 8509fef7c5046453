/** Reads values of any shape, as a node sends them. A value of another type than expected reads as absent. */
import { printable } from '../kernel/text.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export const objectAt = (value: unknown, ...path: readonly string[]): JsonObject => {
  const found = path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
  return isObject(found) ? found : {};
};

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

export const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns a printable string, or an empty one. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? printable(value) : '');

const MAX_DIGITS = 19;

/** Reads a whole number of at least -1 from a string or a number. CometBFT writes 64-bit numbers as strings. */
export function wholeOf(value: unknown): bigint | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return text.length <= MAX_DIGITS && /^(-1|\d+)$/.test(text) ? BigInt(text) : undefined;
}

/** Reads a round or an index: at most 31 bits. */
export function numberOf(value: unknown): number | undefined {
  const whole = wholeOf(value);
  return whole === undefined || whole > 0x7fff_ffffn ? undefined : Number(whole);
}

/** Hex digits of an address or a hash that CometBFT prints in its dumps. */
export const SHORT_HEX = 12;

/** Returns the first 12 digits of an address or a hash. */
export const shortHex = (value: unknown): string => textOf(value).slice(0, SHORT_HEX).toUpperCase();
