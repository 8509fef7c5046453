/** Numbers as development tools write them: as a number, in decimal digits, or as a quantity. */
import { DecodeError } from '../../jsonrpc/errors.js';
import { defaulted, type Param, required } from '../../jsonrpc/method.js';
import { decodeUint64 } from './quantity.js';

function decodeWhole(value: unknown, what: string): bigint {
  if (typeof value === 'string' && /^\d{1,19}$/.test(value)) return BigInt(value);
  if (typeof value !== 'number') return decodeUint64(value);
  if (Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  throw new DecodeError(`${what} is ${value}, expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
}

export const seconds: Param<bigint> = required('seconds', 'number, digits or quantity', (value) =>
  decodeWhole(value, 'a time'),
);

export const timestamp: Param<bigint> = required('timestamp', 'number, digits or quantity: Unix seconds', (value) =>
  decodeWhole(value, 'a time'),
);

export const snapshotId: Param<bigint> = required('snapshotId', 'quantity or number', (value) =>
  decodeWhole(value, 'a snapshot'),
);

export const count: Param<number> = defaulted('count', 'number or quantity', 1, (value) =>
  Number(decodeWhole(value, 'a count')),
);
