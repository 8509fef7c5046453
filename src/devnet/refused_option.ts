/** The error for an option of the library whose value cannot be used. */
import { HalleyError } from '../kernel/errors.js';

/** Makes a HalleyError `invalid-argument` that shows the value and says what was expected. */
export function refusedOption(option: string, value: unknown, expected: string): HalleyError {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return new HalleyError('invalid-argument', `${option} is ${shown}, expected ${expected}`, {
    option,
    value,
    expected,
  });
}
