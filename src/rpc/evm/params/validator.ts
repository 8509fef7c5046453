/** Defines the parameters of methods that change the validator set: a validator and its voting power. */
import type { Bytes } from '../../../kernel/bytes.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { decodeAddress } from './data.js';
import { decodeUint64 } from './quantity.js';

/** Accepts an index as a number or a quantity, and an address as 20 bytes of hex. */
export const validator: Param<number | Bytes> = required(
  'validator',
  'number: index of a validator of the devnet; or 20-byte data: consensus address',
  (value) => {
    if (typeof value === 'string' && value.length > 2 + 16) return decodeAddress(value);
    return Number(decodeNumber(value, 'a validator'));
  },
);

export const votingPower: Param<bigint> = required('power', 'number or quantity; 0 removes the validator', (value) =>
  decodeNumber(value, 'a power'),
);

function decodeNumber(value: unknown, what: string): bigint {
  if (typeof value !== 'number') return decodeUint64(value);
  if (Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  throw new DecodeError(`${what} is ${value}, expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
}
