/**
 * Reads the arguments of the public API. A reader takes an unchecked value and its path (`jsonRpc.limits`). It returns the
 * value that the devnet uses, or throws HalleyError `invalid-argument` with the path, the value and what was expected.
 */

import { HalleyError } from '../kernel/errors.js';
import { didYouMean } from './did_you_mean.js';
import { refusedOption } from './refused_option.js';

export type Reader<T = unknown> = (value: unknown, path: string) => T;

/** Reader of each member of a type. A missing or unknown member does not compile. */
export type Members<T> = { readonly [K in keyof T]-?: Reader<Exclude<T[K], undefined>> };

/** Makes a reader from a test; `expected` ends the sentence "X is Y, expected …". */
export const where =
  <T>(accepts: (value: unknown) => boolean, expected: string): Reader<T> =>
  (value, path) => {
    if (accepts(value)) return value as T;
    throw refusedOption(path, value, expected);
  };

/** Accepts every value, for options that are checked where they are used. */
export const anything: Reader = (value) => value;

export const text: Reader<string> = where(
  (value) => typeof value === 'string' && value.trim() !== '',
  'a string that is not empty',
);

export const boolean: Reader<boolean> = where((value) => typeof value === 'boolean', 'true or false');

/** Reads a function. What the devnet calls it with is not checked. */
export const listener: Reader<never> = where((value) => typeof value === 'function', 'a function');

export const bytes: Reader<Uint8Array> = where((value) => value instanceof Uint8Array, 'a Uint8Array');

export const snapshotId: Reader<number> = where(Number.isSafeInteger, 'the number that snapshot() resolved to');

/** Reads a limit or a time, which may have a fraction or be infinite. */
export const amount: Reader<number> = where(
  (value) => typeof value === 'number' && value >= 0,
  'a number, not below 0',
);

export const bigAmount: Reader<bigint> = where(
  (value) => typeof value === 'bigint' && value >= 0n,
  'a bigint, not below 0n',
);

export const whole = (least: number, most = Number.MAX_SAFE_INTEGER): Reader<number> =>
  where(
    (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
    most < Number.MAX_SAFE_INTEGER ? `a whole number from ${least} to ${most}` : `a whole number, not below ${least}`,
  );

/** Reads a whole number that is a bigint or a number. */
export const count = (least: number): Reader<bigint | number> =>
  where(
    (value) => (typeof value === 'bigint' || Number.isSafeInteger(value)) && (value as bigint | number) >= least,
    `a whole number, not below ${least}`,
  );

export const oneOf = <T extends string>(...names: readonly T[]): Reader<T> =>
  where((value) => names.includes(value as T), namesText(names));

export function namesText(names: readonly string[]): string {
  const quoted = names.map((name) => JSON.stringify(name));
  return quoted.length < 2 ? quoted.join() : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

export const record: Reader<Readonly<Record<string, unknown>>> = where(isRecord, 'an object');

/** Makes a reader of lists. `items` names their items in the plural. */
export const listOf =
  <T>(item: Reader<T>, items: string): Reader<readonly T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) throw refusedOption(path, value, `a list of ${items}`);
    // `value.map` would skip the holes of a list.
    return Array.from(value, (one, i) => item(one, `${path}[${i}]`));
  };

interface ObjectTerms<T> {
  /** Members that must be present. */
  readonly required?: readonly (keyof T & string)[];
  /** Expected value in errors. The default is `an object`. */
  readonly expected?: string;
}

/** Makes a reader of objects. Members that are undefined count as absent, and are absent in the result. */
export const object =
  <T extends object>(members: Members<T>, { required = [], expected = 'an object' }: ObjectTerms<T> = {}): Reader<T> =>
  (value, path) => {
    if (!isRecord(value)) throw refusedOption(path, value, expected);
    return readMembers(value, members, required, path, `${path}.`);
  };

/** Makes a reader of the options of the function `name`. The path of an option is its name alone. */
export const optionsOf =
  <T extends object>(name: string, members: Members<T>, required: readonly (keyof T & string)[] = []) =>
  (given: unknown): T => {
    if (!isRecord(given)) throw refusedOption(`the argument of ${name}`, given, 'an object with options');
    return readMembers(given, members, required, name, '');
  };

function readMembers<T extends object>(
  given: Readonly<Record<string, unknown>>,
  members: Members<T>,
  required: readonly (keyof T & string)[],
  owner: string,
  prefix: string,
): T {
  const own = { ...given };
  const unknown = Object.keys(own).find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, Object.keys(members));
    const option = `${prefix}${unknown}`;
    throw new HalleyError('invalid-argument', `${owner} has no option "${unknown}"${hint}`, { option });
  }
  const readers = Object.entries<Reader>(members);
  const present = readers.filter(([name]) => own[name] !== undefined || required.includes(name as keyof T & string));
  return Object.fromEntries(present.map(([name, read]) => [name, read(own[name], `${prefix}${name}`)])) as T;
}

/** Returns whether the value is an object, also one of another realm. Lists, promises and maps are not objects here. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
