/**
 * Reads decimal numbers as Go's `big.ParseFloat` does in base 10, and compares them exactly at any length. Left out on
 * purpose: rounding to 125 bits, and exponents of two (`1p3`).
 */

/** `sign` × 0.`digits` × 10^`exponent`; digits have no zeros at either end. An infinity has an infinite exponent. */
export interface Decimal {
  readonly sign: -1 | 0 | 1;
  readonly exponent: number;
  readonly digits: string;
}

const ZERO: Decimal = { sign: 0, exponent: 0, digits: '' };
const FORM = /^([+-]?)(?:(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?|(inf|Inf))$/;

/** Parses a text as one number. Returns undefined when it is not a number. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = FORM.exec(text);
  if (match === null) return undefined;
  const [, minus, whole = '', fraction = '', power = '0', infinity] = match;
  const sign = minus === '-' ? -1 : 1;
  if (infinity !== undefined) return { sign, exponent: Number.POSITIVE_INFINITY, digits: '1' };
  const all = whole + fraction;
  if (all === '') return undefined;
  const first = all.search(/[1-9]/);
  if (first < 0) return ZERO;
  let end = all.length;
  while (all[end - 1] === '0') end--;
  return { sign, exponent: whole.length - first + Number(power), digits: all.slice(first, end) };
}

/**
 * Parses the unsigned number at the start of a value (`8atom` → 8). Returns undefined when there is none.
 */
export function leadingDecimal(value: string): Decimal | undefined {
  const text = /^\d+(\.\d+)?/.exec(value)?.[0];
  return text === undefined ? undefined : parseDecimal(text);
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Returns a negative number, zero or a positive number. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.sign !== b.sign || a.sign === 0) return a.sign - b.sign;
  if (a.exponent !== b.exponent) return a.exponent > b.exponent ? a.sign : -a.sign;
  return a.sign > 0 ? compareTexts(a.digits, b.digits) : compareTexts(b.digits, a.digits);
}

export const isWhole = ({ exponent, digits }: Decimal): boolean => digits.length <= exponent;

/** Removes the fraction of a finite number. */
export function truncate({ sign, exponent, digits }: Decimal): bigint {
  if (exponent <= 0) return 0n;
  return BigInt(sign) * BigInt(digits.slice(0, exponent).padEnd(exponent, '0'));
}
