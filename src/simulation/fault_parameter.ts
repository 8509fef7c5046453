/** Defines the kinds of parameters that faults of the simulated network have, besides those of the kernel. */
import { type FaultParameter, isWhole, oneOf, optional, readNumber, readNumbers } from '../kernel/fault_parameter.js';
import { VOTE_TYPES } from './fault.js';

const isNode = (value: unknown, size: number): boolean => isWhole(value, 0, size - 1);

/** Refuses a list with more entries than nodes before it reads any of them. */
const isList = (value: unknown, size: number): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= size;

const areNodes = (value: unknown, size: number): boolean =>
  isList(value, size) && new Set(value).size === value.length && value.every((node) => isNode(node, size));

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
  read: readNumbers,
  isNode: true,
});

/** Takes groups of nodes. A node that is in two groups is refused by the fault, which names the node. */
export const groups = (summary: string): FaultParameter => ({
  form: 'groups',
  summary,
  expected: 'a list of groups, each a list of indexes of validators, and no more groups than validators',
  accepts: (value, size) => isList(value, size) && value.every((group) => areNodes(group, size)),
  read(text) {
    const read = text.split('/').map(readNumbers);
    return read.includes(undefined) ? undefined : read;
  },
  isNode: true,
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
