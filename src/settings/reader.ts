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

/** Values that a program gives as they are, and a user as text (`kindOf`). */
export type Form =
  | {
      readonly type:
        | 'amount'
        | 'bigint'
        | 'boolean'
        | 'file'
        | 'folders'
        | 'hardfork'
        | 'output'
        | 'nanoseconds'
        | 'text';
    }
  | { readonly type: 'coins' | 'milliseconds'; readonly refusal: string }
  | { readonly type: 'name' | 'names'; readonly names: readonly string[] }
  | { readonly type: 'whole'; readonly least: number; readonly most: number; readonly refusal?: string };

/** Reader of values that text can give too. */
export interface FormReader<T> extends Reader<T> {
  readonly form: Form;
}

/** Adds the form of text to a reader of its own. */
export const withForm = <T>(reader: Reader<T>, form: Form): FormReader<T> => Object.assign(reader, { form });

/** Option of the library that is a setting of the command under the same name. */
export interface Option<T, F extends T | undefined> {
  /** Key in the file, from which flag and variable are derived. */
  readonly key: string;
  readonly read: FormReader<T>;
  /** Default of command and library; undefined where it depends on other options. */
  readonly fallback: F;
  /** Description in the list of flags, in files and in the reference. */
  readonly doc: string;
  /** Value that a new file shows in a comment, for an option without a default. */
  readonly example: T;
}

/** Defines an option with a default. */
export const option = <T>(key: string, read: FormReader<T>, fallback: T, doc: string): Option<T, T> => ({
  key,
  read,
  fallback,
  doc,
  example: fallback,
});

/** Defines an option without a default. */
export const optionWithoutDefault = <T>(
  key: string,
  read: FormReader<T>,
  example: T,
  doc: string,
): Option<T, undefined> => ({ key, read, fallback: undefined, doc, example });

type Options = Readonly<Record<string, { readonly read: FormReader<unknown> }>>;

/** Returns the reader of each option. */
export const readersOf = <O extends Options>(options: O): { readonly [K in keyof O]: O[K]['read'] } =>
  Object.fromEntries(Object.entries(options).map(([name, { read }]) => [name, read])) as never;

/** Makes a reader from a test; `expected` ends the sentence "X is Y, expected …". */
export const where =
  <T>(accepts: (value: unknown) => boolean, expected: string): Reader<T> =>
  (value, path) => {
    if (accepts(value)) return value as T;
    throw refusedOption(path, value, expected);
  };

/** Accepts every value, for options that are checked where they are used. */
export const anything: Reader = (value) => value;

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

export const text: FormReader<string> = withForm(where(isText, 'a string that is not empty'), { type: 'text' });

/** Reads the path of a file or a folder. */
export const file: FormReader<string> = withForm(where(isText, 'a string that is not empty'), { type: 'file' });

export const boolean: FormReader<boolean> = withForm(
  where((value) => typeof value === 'boolean', 'true or false'),
  { type: 'boolean' },
);

/** Reads a function. What the devnet calls it with is not checked. */
export const listener: Reader<never> = where((value) => typeof value === 'function', 'a function');

export const bytes: Reader<Uint8Array> = where((value) => value instanceof Uint8Array, 'a Uint8Array');

export const snapshotId: Reader<number> = where(Number.isSafeInteger, 'the number that snapshot() resolved to');

const amountReader = (): Reader<number> =>
  where((value) => typeof value === 'number' && value >= 0, 'a number, not below 0');

/** Reads a limit or a time, which may have a fraction or be infinite. */
export const amount: Reader<number> = amountReader();

/** Reads an amount, which text gives as a whole number. `refusal` is the text of a node for one below `least`. */
export const limit = (least = 0, refusal?: string, most = Number.MAX_SAFE_INTEGER): FormReader<number> =>
  withForm(amountReader(), { type: 'whole', least, most, refusal });

/** Reads an amount, which text gives as a duration. `refusal` is the text of a node for one below zero. */
export const milliseconds = (refusal: string): FormReader<number> =>
  withForm(amountReader(), { type: 'milliseconds', refusal });

export const nanoseconds: FormReader<bigint> = withForm(
  where((value) => typeof value === 'bigint' && value >= 0n, 'nanoseconds as a bigint, none below 0n'),
  { type: 'nanoseconds' },
);

const bigAmountReader = (): Reader<bigint> =>
  where((value) => typeof value === 'bigint' && value >= 0n, 'a bigint, not below 0n');

export const bigAmount: FormReader<bigint> = withForm(bigAmountReader(), { type: 'bigint' });

/** Reads an amount, which text gives in coins. `refusal` is the text of a node for one below zero. */
export const coins = (refusal: string): FormReader<bigint> => withForm(bigAmountReader(), { type: 'coins', refusal });

export const whole = (least: number, most = Number.MAX_SAFE_INTEGER): FormReader<number> =>
  withForm(
    where(
      (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
      most < Number.MAX_SAFE_INTEGER ? `a whole number from ${least} to ${most}` : `a whole number, not below ${least}`,
    ),
    { type: 'whole', least, most },
  );

/** Reads a whole number that is a bigint or a number. */
export const count = (least: number): Reader<bigint | number> =>
  where(
    (value) => (typeof value === 'bigint' || Number.isSafeInteger(value)) && (value as bigint | number) >= least,
    `a whole number, not below ${least}`,
  );

export const oneOf = <T extends string>(...names: readonly T[]): FormReader<T> =>
  withForm(
    where((value) => names.includes(value as T), namesText(names)),
    { type: 'name', names },
  );

/** Reads a list of one or more of `names`. */
export const someOf = <T extends string>(names: readonly T[]): FormReader<readonly T[]> =>
  withForm(
    where<readonly T[]>(
      (value) => Array.isArray(value) && value.length > 0 && Array.from(value).every((name) => names.includes(name)),
      `a list of ${namesText(names)}`,
    ),
    { type: 'names', names },
  );

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
