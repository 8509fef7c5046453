/**
 * Defines the kinds of parameters that faults have. A fault's data is plain JSON, so that the library, RPC, the command
 * line and scenario files all give it in one form, and its parameters are described and checked in one place.
 */
import { readGoDuration } from '../kernel/go_time.js';
import { type FaultParameter, VOTE_TYPES } from './fault.js';

const isWhole = (value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

const isNode = (value: unknown, size: number): boolean => isWhole(value, 0, size - 1);

/** Refuses a list with more entries than nodes before it reads any of them. */
const isList = (value: unknown, size: number): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= size;

const areNodes = (value: unknown, size: number): boolean =>
  isList(value, size) && new Set(value).size === value.length && value.every((node) => isNode(node, size));

const readNumber = (text: string): number | undefined => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined);

/** Reads indexes that are separated by commas; empty text is no index. */
function readNodes(text: string): unknown {
  const numbers = text === '' ? [] : text.split(',').map(readNumber);
  return numbers.includes(undefined) ? undefined : numbers;
}

export const node = (summary: string): FaultParameter => ({
  form: 'node',
  summary,
  expected: 'the index of a validator',
  accepts: isNode,
  read: readNumber,
  isNode: true,
});

export const nodes = (summary: string): FaultParameter => ({
  form: 'nodes',
  summary,
  expected: 'a list of indexes of validators, each once',
  accepts: areNodes,
  read: readNodes,
  isNode: true,
});

/** Takes groups of nodes. A node that is in two groups is refused by the fault, which names the node. */
export const groups = (summary: string): FaultParameter => ({
  form: 'groups',
  summary,
  expected: 'a list of groups, each a list of indexes of validators, and no more groups than validators',
  accepts: (value, size) => isList(value, size) && value.every((group) => areNodes(group, size)),
  read(text) {
    const read = text.split('/').map(readNodes);
    return read.includes(undefined) ? undefined : read;
  },
  isNode: true,
});

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

export const height = (summary: string): FaultParameter => ({
  form: 'height',
  summary,
  expected: 'a height, at least 1',
  accepts: (value) => isWhole(value, 1),
  read: readNumber,
});

export const round = (summary: string): FaultParameter => ({
  form: 'round',
  summary,
  expected: 'a round, at least 0',
  accepts: (value) => isWhole(value, 0, 0x7fff_ffff),
  read: readNumber,
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

export const optional = (parameter: FaultParameter): FaultParameter => ({ ...parameter, optional: true });

/** Selects votes by their type. */
export const VOTE_PARAMETER = optional(
  oneOf('Selects the type of vote; without it, both types.', Object.keys(VOTE_TYPES)),
);

/** Selects the links that a fault affects. */
export const LINK_PARAMETERS = {
  from: optional(nodes('Selects the senders; without it, every validator.')),
  to: optional(nodes('Selects the receivers; without it, every validator.')),
} as const;

/** Selects the height and the round in which a fault acts. */
export const PLACE_PARAMETERS = {
  height: optional(height('Limits the fault to one height.')),
  round: optional(round('Limits the fault to one round of each height.')),
} as const;
