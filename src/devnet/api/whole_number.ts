/** Whole numbers as programs give them: of either kind. */
import { HalleyError } from '../../kernel/errors.js';

/** Throws HalleyError `invalid-argument`; `name` is what it is of. */
export function wholeNumber(name: string, value: bigint | number): bigint {
  if (typeof value === 'bigint') return value;
  if (Number.isSafeInteger(value)) return BigInt(value);
  throw new HalleyError('invalid-argument', `${name} ${value} is not a whole number`, { [name]: value });
}

/** The same, of what cannot be below zero. */
export function countingNumber(name: string, value: bigint | number): bigint {
  const whole = wholeNumber(name, value);
  if (whole >= 0n) return whole;
  throw new HalleyError('invalid-argument', `${name} ${value} is below 0`, { [name]: value });
}
