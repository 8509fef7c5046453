/** Decodes whole numbers in the forms that development tools send: JSON numbers, decimal digits and quantities. */
import { DecodeError } from '../../jsonrpc/errors.js';
import { defaulted, type Param, required } from '../../jsonrpc/method.js';
import { decodeBig, decodeUint64 } from './quantity.js';

export function decodeWhole(value: unknown, what: string, bits: 64 | 256 = 64): bigint {
  if (typeof value === 'string' && /^\d{1,78}$/.test(value)) return withinBits(BigInt(value), what, bits);
  if (typeof value !== 'number') return bits === 64 ? decodeUint64(value) : decodeBig(value);
  if (Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  throw new DecodeError(`${what} is ${value}, expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
}

function withinBits(value: bigint, what: string, bits: number): bigint {
  if (value >> BigInt(bits) === 0n) return value;
  throw new DecodeError(`${what} is ${value}, expected less than 2^${bits}`);
}

/** Takes an amount, in wei or in the smallest unit of a token. */
export const amount: Param<bigint> = required('amount', 'number, digits or quantity', (value) =>
  decodeWhole(value, 'an amount', 256),
);

export const gas: Param<bigint> = required('gas', 'number, digits or quantity', (value) => decodeWhole(value, 'gas'));

export const nonce: Param<bigint> = required('nonce', 'number, digits or quantity', (value) =>
  decodeWhole(value, 'a nonce'),
);

export const seconds: Param<bigint> = required('seconds', 'number, digits or quantity', (value) =>
  decodeWhole(value, 'a time'),
);

export const timestamp: Param<bigint> = required('timestamp', 'number, digits or quantity: Unix seconds', (value) =>
  decodeWhole(value, 'a time'),
);

export const snapshotId: Param<bigint> = required('snapshotId', 'quantity or number', (value) =>
  decodeWhole(value, 'a snapshot'),
);

export const chainId: Param<bigint> = required('chainId', 'number, digits or quantity', (value) =>
  decodeWhole(value, 'a chain id'),
);

/** Takes a number of blocks. */
export const depth: Param<bigint> = defaulted('depth', 'number or quantity', 1n, (value) =>
  decodeWhole(value, 'a depth'),
);

export const count: Param<number> = defaulted('count', 'number or quantity', 1, (value) =>
  Number(decodeWhole(value, 'a count')),
);
