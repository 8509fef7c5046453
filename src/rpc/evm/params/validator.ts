/** Defines the parameters of methods that change the validator set: a validator and its voting power. */
import type { Bytes } from '../../../kernel/bytes.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { defaulted, type Param, required } from '../../jsonrpc/method.js';
import { decodeAddress } from './data.js';
import { decodeUint64 } from './quantity.js';

/** Decodes the index of a validator, in the same way for all methods: a JSON number or a quantity. */
export const decodeIndex = (value: unknown): number => Number(decodeNumber(value, 'the index of a validator'));

/** Accepts an index, and an address as 20 bytes of hex. */
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

/** Accepts an object with the power and the name of a new validator, or nothing. */
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
