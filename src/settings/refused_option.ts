/** Makes the error for an option of the library whose value is invalid. */
import { HalleyError } from '../kernel/errors.js';

/** Most characters of a value that a message shows. */
const MAX_SHOWN = 100;

/** Makes a HalleyError `invalid-argument` that shows the value and what was expected. */
export const refusedOption = (option: string, value: unknown, expected: string): HalleyError =>
  new HalleyError('invalid-argument', `${option} is ${shown(value)}, expected ${expected}`, {
    option,
    value,
    expected,
  });

function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (value instanceof Promise) return 'a promise';
  const text = typeof value === 'string' || (typeof value === 'object' && value !== null) ? json(value) : String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Shows an object that JSON cannot hold by its kind. */
function json(value: unknown): string {
  try {
    const text: string | undefined = JSON.stringify(value, (_, member: unknown) => {
      // Every entry takes a character or more, so the message shows none of the others.
      if (Array.isArray(member) && member.length > MAX_SHOWN) return member.slice(0, MAX_SHOWN);
      return typeof member === 'bigint' ? String(member) : member;
    });
    return text ?? 'an object';
  } catch {
    return 'an object';
  }
}
