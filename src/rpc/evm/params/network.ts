/** Defines the parameters of methods that control the simulated network and its validators. */
import type { EvmFault, EvmLink } from '../../../backend/evm/network_control.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { defaulted, type Param, required } from '../../jsonrpc/method.js';
import { decodeAddress } from './data.js';
import { decodeList } from './go_json.js';
import { decodeUint64, decodeWhole } from './numbers.js';

/** Decodes the index of a validator: a JSON number or a quantity. */
export const decodeIndex = (value: unknown): number => Number(decodeNumber(value, 'the index of a validator'));

export const validator: Param<number | Bytes> = required(
  'validator',
  'number or quantity: index of a validator of the devnet; or 20-byte data: consensus address',
  (value) => {
    if (typeof value === 'string' && value.length > 2 + 16) return decodeAddress(value);
    return decodeIndex(value);
  },
);

export const votingPower: Param<bigint> = required('power', 'number or quantity; 0 removes the validator', (value) =>
  decodeNumber(value, 'a power'),
);

export const validatorTerms = defaulted<{ readonly power?: bigint; readonly name?: string }>(
  'validator',
  'object: power (number or quantity, default 10), name (string)',
  {},
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new DecodeError(`a validator is ${JSON.stringify(value)}, expected an object with power and name`);
    const { power, name, ...others } = value as Readonly<Record<string, unknown>>;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined)
      throw new DecodeError(`a new validator has no member "${unknown}": expected power and name`);
    if (name !== undefined && typeof name !== 'string')
      throw new DecodeError(`the name of a validator is ${JSON.stringify(name)}, expected a string`);
    return {
      power: power === undefined ? undefined : decodeNumber(power, 'a power'),
      name,
    };
  },
);

function decodeNumber(value: unknown, what: string): bigint {
  if (typeof value !== 'number') return decodeUint64(value);
  if (Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  throw new DecodeError(`${what} is ${value}, expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
}

const indexParam = (name: string): Param<number> =>
  required(name, 'number or quantity: index of a validator', decodeIndex);

export const validatorIndex = indexParam('validator');

export const linkEnd = indexParam('a');
export const otherLinkEnd = indexParam('b');

function decodeMembers(value: unknown, what: string, example: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new DecodeError(`${what} is ${JSON.stringify(value)}, expected an object such as ${example}`);
}

/** Fault, whose type and parameters the network checks. */
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

/** Settings of a link, which the network checks. */
export const link: Param<EvmLink> = required(
  'link',
  'object: up (boolean), ms (number: added delay), percent (number: lost messages); {} restores the link',
  (value) => decodeMembers(value, 'the link', '{"ms": 500}') as EvmLink,
);

/** Attack, whose members the network checks. */
export const attack: Param<Readonly<Record<string, unknown>>> = required(
  'attack',
  'object: kind (equivocation, lunatic or amnesia), height (number), validators (array of numbers: who signs)',
  (value) => decodeMembers(value, 'the attack', '{"kind": "lunatic", "height": 2, "validators": [0, 1, 2]}'),
);

/** Milliseconds, which may be negative or have a fraction. */
export const skewMs: Param<number> = required(
  'ms',
  'number: milliseconds ahead; negative is behind, 0 ends it',
  (value) => {
    if (typeof value === 'number') return value;
    throw new DecodeError(`the skew is ${JSON.stringify(value)}, expected milliseconds as a number`);
  },
);
