/**
 * Defines the parameters of faults. A fault's data is plain JSON, so that the library, RPC, the command line, a header
 * and scenario files all give it in one form, and its parameters are described and checked in one place.
 */
import { readGoDuration } from './go_time.js';

export interface FaultData {
  readonly type: string;
}

/** Form of a parameter's values. */
export type FaultParameterForm =
  | 'node'
  | 'nodes'
  | 'groups'
  | 'ms'
  | 'percent'
  | 'height'
  | 'round'
  | 'choice'
  | 'choices'
  | 'count'
  | 'counts'
  | 'texts';

/** Parameter of a fault. */
export interface FaultParameter {
  readonly form: FaultParameterForm;
  /** Values of the forms `choice` and `choices`. */
  readonly choices?: readonly string[];
  /** Effect of the parameter, as a sentence. */
  readonly summary: string;
  /** Valid values; it ends the sentence "X is Y, expected …". */
  readonly expected: string;
  /** Returns whether a value is valid in a network of `size` nodes. */
  accepts(value: unknown, size: number): boolean;
  /** Reads a value from the command line. Returns undefined for text that cannot be one. */
  read(text: string): unknown;
  readonly optional?: true;
  /** Whether the numbers are indexes of validators. */
  readonly isNode?: true;
}

/** Kind of fault as its readers see it. */
export interface FaultForm {
  readonly type: string;
  /** Parameters by name, in the order of the help. */
  readonly parameters: Readonly<Record<string, FaultParameter>>;
  /** Returns what is wrong with parameters that are each valid. */
  refusal?(fault: FaultData): string | undefined;
}

/** Returns the parameters of a definition by name, in the order of the help. */
export const parametersOf = ({
  parameters,
}: Pick<FaultForm, 'parameters'>): readonly (readonly [string, FaultParameter])[] => Object.entries(parameters);

/** Fault in the data of a fault: a member and what it should be, or the data as a whole. */
export type FaultProblem =
  | { readonly type: 'unknown type' }
  | { readonly type: 'unknown member'; readonly member: string; readonly known: readonly string[] }
  | { readonly type: 'member'; readonly member: string; readonly value: unknown; readonly expected: string }
  | { readonly type: 'refused'; readonly reason: string };

/** Checks data that may be a fault of a kind, in a network of `size` nodes. Returns undefined when it is one. */
export function faultProblem(
  kind: FaultForm | undefined,
  data: Readonly<Record<string, unknown>>,
  size: number,
): FaultProblem | undefined {
  const { type: _, ...members } = data;
  if (kind === undefined) return { type: 'unknown type' };
  const parameters = parametersOf(kind);
  const known = parameters.map(([name]) => name);
  const member = Object.keys(members).find((name) => !known.includes(name));
  if (member !== undefined) return { type: 'unknown member', member, known };
  for (const [name, { accepts, expected, optional }] of parameters) {
    const value = members[name];
    if (value === undefined && optional === true) continue;
    if (!accepts(value, size)) return { type: 'member', member: name, value, expected };
  }
  const reason = kind.refusal?.(data as unknown as FaultData);
  return reason === undefined ? undefined : { type: 'refused', reason };
}

export const isWhole = (value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

export const readNumber = (text: string): number | undefined =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;

/** Reads numbers that are separated by commas; empty text is no number. */
export function readNumbers(text: string): unknown {
  const numbers = text === '' ? [] : text.split(',').map(readNumber);
  return numbers.includes(undefined) ? undefined : numbers;
}

/** Greatest time: a year, so that no clock leaves its range. */
const MAX_MS = 365 * 24 * 3600 * 1000;

/** Reads milliseconds without a unit, or a duration such as `500ms` or `-1.5s`. */
function readMs(text: string): number | undefined {
  const number = readNumber(text);
  if (number !== undefined) return number;
  const [sign, size] = text.startsWith('-') ? [-1, text.slice(1)] : [1, text];
  const ms = readGoDuration(size, MAX_MS);
  return ms && sign * ms;
}

/** Takes milliseconds, which may have a fraction. `least` is 0, or negative where a time may be earlier. */
export const milliseconds = (summary: string, least: 0 | 'negative' = 0): FaultParameter => ({
  form: 'ms',
  summary,
  expected: `milliseconds from ${least === 0 ? 0 : -MAX_MS} to ${MAX_MS}`,
  accepts: (value) => typeof value === 'number' && value <= MAX_MS && value >= (least === 0 ? 0 : -MAX_MS),
  read: readMs,
});

export const percent = (summary: string): FaultParameter => ({
  form: 'percent',
  summary,
  expected: 'a number from 0 to 100',
  accepts: (value) => typeof value === 'number' && value >= 0 && value <= 100,
  read: (text) => readNumber(text.replace(/%$/, '')),
});

/** Takes a whole number. */
export const count = (summary: string, least = 1, most = 1_000_000): FaultParameter => ({
  form: 'count',
  summary,
  expected: `a whole number from ${least} to ${most}`,
  accepts: (value) => isWhole(value, least, most),
  read: readNumber,
});

/** Most entries of a list. */
const MAX_LIST = 100;

const isList = (value: unknown, accepts: (entry: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.length <= MAX_LIST && value.every(accepts);

/** Takes a list of whole numbers. */
export const counts = (summary: string, least = 0, most = 1_000_000): FaultParameter => ({
  form: 'counts',
  summary,
  expected: `a list of at most ${MAX_LIST} whole numbers from ${least} to ${most}`,
  accepts: (value) => isList(value, (entry) => isWhole(entry, least, most)),
  read: readNumbers,
});

/** Takes one of the names. */
export const oneOf = (summary: string, names: readonly string[]): FaultParameter => ({
  form: 'choice',
  choices: names,
  summary,
  expected: `one of ${names.map((name) => JSON.stringify(name)).join(', ')}`,
  accepts: (value) => names.includes(value as string),
  read: (text) => text,
});

const readTexts = (text: string): readonly string[] => text.split(',').map((entry) => entry.trim());

/** Takes a list of the names. */
export const someOf = (summary: string, names: readonly string[]): FaultParameter => ({
  form: 'choices',
  choices: names,
  summary,
  expected: `a list of ${names.map((name) => JSON.stringify(name)).join(', ')}`,
  accepts: (value) => isList(value, (entry) => names.includes(entry as string)),
  read: readTexts,
});

/** Takes a list of texts that match the pattern. */
export const texts = (summary: string, expected = 'a list of texts', pattern = /./s): FaultParameter => ({
  form: 'texts',
  summary,
  expected,
  accepts: (value) => isList(value, (entry) => typeof entry === 'string' && pattern.test(entry)),
  read: readTexts,
});

export const optional = (parameter: FaultParameter): FaultParameter => ({ ...parameter, optional: true });
