/** Defines the kinds of fields that scenarios have. */
import { readGoDuration } from '../../kernel/go_time.js';
import { type Field, optional } from './field.js';
import { type Position, readPosition } from './position.js';

const isWhole = (value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): value is number =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

export const text = (summary: string): Field<string> => ({
  summary,
  expected: 'a text that is not empty',
  read: (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
});

/** Reads a text, or a list of them. */
export const texts = (summary: string): Field<readonly string[]> => ({
  summary,
  expected: 'a text that is not empty, or a list of such texts',
  read: (value) => {
    const all: readonly unknown[] = [value].flat();
    return all.length > 0 && all.every((one) => typeof one === 'string' && one.trim() !== '')
      ? (all as string[])
      : undefined;
  },
});

export const whole = (summary: string, least: number, most?: number): Field<number> => ({
  summary,
  expected: most === undefined ? `a whole number, not below ${least}` : `a whole number from ${least} to ${most}`,
  read: (value) => (isWhole(value, least, most) ? value : undefined),
});

export const flag = (summary: string): Field<boolean> => ({
  summary,
  expected: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
});

export const oneOf = <T extends string>(summary: string, names: readonly T[]): Field<T> => ({
  summary,
  expected: `one of ${names.map((name) => `"${name}"`).join(', ')}`,
  read: (value) => names.find((name) => name === value),
});

export const validator = (summary: string): Field<number> => ({
  summary,
  expected: 'the index of a validator of the scenario',
  read: (value, { validators }) => (isWhole(value, 0, validators - 1) ? value : undefined),
});

export const validators = (summary: string): Field<readonly number[]> => ({
  summary,
  expected: 'a list of indexes of validators of the scenario, each once',
  read: (value, { validators: count }) => (areValidators(value, count) ? value : undefined),
});

const areValidators = (value: unknown, count: number): value is number[] =>
  Array.isArray(value) && new Set(value).size === value.length && value.every((one) => isWhole(one, 0, count - 1));

export const groups = (summary: string): Field<readonly (readonly number[])[]> => ({
  summary,
  expected: 'a list of groups, each a list of indexes of validators, and each validator in one group at most',
  read(value, { validators: count }) {
    if (!Array.isArray(value) || !value.every((group) => areValidators(group, count))) return undefined;
    const all = value.flat();
    return new Set(all).size === all.length ? (value as number[][]) : undefined;
  },
});

export const lines = (summary: string): Field<readonly string[]> => ({
  summary,
  expected: 'a list of lines',
  read: (value) => (Array.isArray(value) && value.every((line) => typeof line === 'string') ? value : undefined),
});

/** Greatest time: a day, of which a simulation runs each event. */
const MAX_TIME_MS = 24 * 3600 * 1000;

/** Takes a duration such as `"500ms"` or `"1.5s"`, or a number of milliseconds. The data is in milliseconds. */
export const time = (summary: string): Field<number> => ({
  summary,
  expected: 'a time such as "500ms" or "1.5s", at most 24h',
  read(value) {
    if (typeof value === 'number') return value >= 0 && value <= MAX_TIME_MS ? value : undefined;
    return typeof value === 'string' ? readGoDuration(value, MAX_TIME_MS) : undefined;
  },
});

export const position = (summary: string): Field<Position> => ({
  summary,
  expected: 'a position such as "3" (before height 3), "3/0" (round 0 begins) or "3/0 Prevote" (a step is entered)',
  read: (value) => readPosition(value),
});

/** Members that bound a time. */
export const SPAN = {
  least: optional(time('Expects at least this time.')),
  most: optional(time('Expects at most this time.')),
} as const;
