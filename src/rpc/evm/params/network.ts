/** Defines the parameters of methods that break and heal the simulated network. */
import type { EvmFault, EvmLink } from '../../../backend/evm/network_control.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { decodeList } from './go_json.js';
import { decodeIndex } from './validator.js';
import { decodeWhole } from './whole.js';

const indexParam = (name: string): Param<number> =>
  required(name, 'number or quantity: index of a validator', decodeIndex);

export const validatorIndex = indexParam('validator');

/** Take the two ends of a link. */
export const linkEnd = indexParam('a');
export const otherLinkEnd = indexParam('b');

function decodeMembers(value: unknown, what: string, example: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new DecodeError(`${what} is ${JSON.stringify(value)}, expected an object such as ${example}`);
}

/** Takes a fault. The network checks its type and its parameters. */
export const fault: Param<EvmFault> = required(
  'fault',
  'object: type, and the parameters of that type (see the reference page on faults)',
  (value) => decodeMembers(value, 'the fault', '{"type": "equivocate", "node": 3}'),
);

export const faultId: Param<number> = required('id', 'quantity or number', (value) =>
  Number(decodeWhole(value, 'the id of a fault')),
);

/** Most groups, and most validators of each. No network has as many validators. */
const MAX_ENTRIES = 1000;

/** Refuses a list that is too long before it reads any entry. */
function shortList(value: unknown, goType: string): readonly unknown[] {
  const list = decodeList(value, goType);
  if (list.length <= MAX_ENTRIES) return list;
  throw new DecodeError(`a list has ${list.length} entries, expected at most ${MAX_ENTRIES}`);
}

export const groups: Param<readonly (readonly number[])[]> = required(
  'groups',
  'array of arrays of numbers or quantities: validators that reach each other',
  (value) => shortList(value, '[][]hexutil.Uint').map((group) => shortList(group, '[]hexutil.Uint').map(decodeIndex)),
);

/** Takes the settings of a link. The network checks them. */
export const link: Param<EvmLink> = required(
  'link',
  'object: up (boolean), ms (number: added delay), percent (number: lost messages); {} restores the link',
  (value) => decodeMembers(value, 'the link', '{"ms": 500}') as EvmLink,
);

/** Takes milliseconds, which may be negative or have a fraction. */
export const skewMs: Param<number> = required(
  'ms',
  'number: milliseconds ahead; negative is behind, 0 ends it',
  (value) => {
    if (typeof value === 'number') return value;
    throw new DecodeError(`the skew is ${JSON.stringify(value)}, expected milliseconds as a number`);
  },
);
