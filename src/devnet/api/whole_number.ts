/** Reads whole numbers, which programs may give as bigint or number. */
import { HalleyError } from '../../kernel/errors.js';

/** Returns the value as a bigint. Throws HalleyError `invalid-argument`, in which `name` names the value. */
export function wholeNumber(name: string, value: bigint | number): bigint {
  if (typeof value === 'bigint') return value;
  if (Number.isSafeInteger(value)) return BigInt(value);
  throw new HalleyError('invalid-argument', `${name} is ${value}, expected a whole number`, { [name]: value });
}

/** Returns the value as a bigint. Throws also for a value below zero. */
export function countingNumber(name: string, value: bigint | number): bigint {
  const whole = wholeNumber(name, value);
  if (whole >= 0n) return whole;
  throw new HalleyError('invalid-argument', `${name} is ${value}, expected 0 or more`, { [name]: value });
}
