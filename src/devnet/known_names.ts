/** Objects that a program gives, by the names of their members: a name that nobody reads is a mistake. */
import { didYouMean } from '../config/did_you_mean.js';
import { HalleyError } from '../kernel/errors.js';

/** `what` in the plural: `the options of mine`. Throws HalleyError `invalid-argument`. */
export function checkNames<T extends object>(what: string, given: T, known: Readonly<Record<keyof T, true>>): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new HalleyError('invalid-argument', `${what} are ${JSON.stringify(given)}, expected an object`);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const hint = didYouMean(unknown, Object.keys(known));
  throw new HalleyError('invalid-argument', `${what} have no "${unknown}"${hint}`, { name: unknown });
}
