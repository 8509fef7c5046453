/** Computes with fixed-point numbers of 18 fractional digits, the SDK's LegacyDec: a bigint counts units of 10^-18. */
export const DECIMAL_ONE = 10n ** 18n;
const FRACTION_DIGITS = 18;
/** Allows 78 digits before the point, as many as 2^256 has. */
const PATTERN = /^(\d{1,78})(?:\.(\d{1,18}))?$/;

/** Parses a decimal. Returns undefined when `text` is not a non-negative decimal with at most 18 fractional digits. */
export function tryParseDecimal(text: string): bigint | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  return BigInt(match[1] as string) * DECIMAL_ONE + BigInt((match[2] ?? '').padEnd(FRACTION_DIGITS, '0'));
}

/** Formats a decimal with all 18 digits, as the SDK does. */
export function formatDecimal(value: bigint): string {
  return `${value / DECIMAL_ONE}.${(value % DECIMAL_ONE).toString().padStart(FRACTION_DIGITS, '0')}`;
}

/** Returns `value` times a decimal, rounded down. */
export const timesDecimal = (value: bigint, decimal: bigint): bigint => (value * decimal) / DECIMAL_ONE;

/** Returns `value` times a decimal, rounded up. */
export const timesDecimalUp = (value: bigint, decimal: bigint): bigint => ceilDecimal(value * decimal);

/** Returns the least whole number that is not below `decimal`. */
export const ceilDecimal = (decimal: bigint): bigint => (decimal + DECIMAL_ONE - 1n) / DECIMAL_ONE;

/**
 * Returns `dividend / divisor` of two decimals, rounded half to even at the last digit (LegacyDec `Quo`). Neither may
 * be negative.
 */
export function divideDecimal(dividend: bigint, divisor: bigint): bigint {
  const scaled = (dividend * DECIMAL_ONE * DECIMAL_ONE) / divisor;
  const whole = scaled / DECIMAL_ONE;
  const rest = scaled % DECIMAL_ONE;
  const half = DECIMAL_ONE / 2n;
  return rest > half || (rest === half && whole % 2n === 1n) ? whole + 1n : whole;
}
