/**
 * Decodes numbers: quantities, JSON numbers of Go and of dev methods, and the hashed keys at which pages of state
 * begin.
 */
import { type Bytes, leftPadded } from '../../../kernel/bytes.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { defaulted, type Param, required } from '../../jsonrpc/method.js';
import { decodeData } from './data.js';
import { cannotUnmarshal, decodeBoolean, decodeInt, type Field } from './go_json.js';

type QuantityProblem =
  | 'hex string without 0x prefix'
  | 'hex string "0x"'
  | 'hex number with leading zero digits'
  | 'invalid hex string'
  | 'empty hex string'
  | 'hex number > 64 bits'
  | 'hex number > 256 bits';

/**
 * Decodes a quantity (documented.md 1): `0x`, no leading zeros, at least one digit. Returns the number, or the problem
 * with its encoding, in the words of geth's `hexutil`.
 */
export function readQuantity(text: string, bits: 64 | 256): bigint | QuantityProblem {
  if (text === '') return 'empty hex string';
  if (!text.startsWith('0x') && !text.startsWith('0X')) return 'hex string without 0x prefix';
  if (text.length === 2) return 'hex string "0x"';
  if (text.length > 3 && text.charAt(2) === '0') return 'hex number with leading zero digits';
  if (text.length > 2 + bits / 4) return `hex number > ${bits} bits`;
  return /^0[xX][0-9a-fA-F]+$/.test(text) ? BigInt(text) : 'invalid hex string';
}

function decodeQuantity(value: unknown, bits: 64 | 256, type: string, field: Field): bigint {
  if (typeof value !== 'string') throw cannotUnmarshal('non-string', type, field);
  const number = readQuantity(value, bits);
  if (typeof number === 'string') throw cannotUnmarshal(number, type, field);
  return number;
}

/** Decodes up to 2^64 − 1, for gas and nonces. */
export const decodeUint64 = (value: unknown, field?: string): bigint =>
  decodeQuantity(value, 64, 'hexutil.Uint64', field);

/** Decodes Go's unsigned word, for indexes. */
export const decodeUint = (value: unknown, field?: string): bigint => decodeQuantity(value, 64, 'hexutil.Uint', field);

/** Decodes up to 2^256 − 1, for amounts, prices and chain ids. */
export const decodeBig = (value: unknown, field?: string): bigint => decodeQuantity(value, 256, '*hexutil.Big', field);

/** Decodes whole numbers in the forms that development tools send: JSON numbers, decimal digits and quantities. */
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

/** Amount in wei, or in the smallest unit of a token. */
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

/** Block beyond which a search begins. */
export const blockBound: Param<bigint> = required('block', 'number, digits or quantity', (value) =>
  decodeWhole(value, 'a block'),
);

const page = (name: string): Param<number> =>
  required(name, 'number, digits or quantity', (value) => Number(decodeWhole(value, `a ${name}`)));

export const pageNumber: Param<number> = page('page');

export const pageSize: Param<number> = page('pageSize');

export const chainId: Param<bigint> = required('chainId', 'number, digits or quantity', (value) =>
  decodeWhole(value, 'a chain id'),
);

/** Number of blocks. */
export const depth: Param<bigint> = defaulted('depth', 'number or quantity', 1n, (value) =>
  decodeWhole(value, 'a depth'),
);

export const count: Param<number> = defaulted('count', 'number or quantity', 1, (value) =>
  Number(decodeWhole(value, 'a count')),
);

const WORD = 32;

function decodeStart(value: unknown): Bytes {
  const bytes = decodeData(value);
  if (bytes.length > WORD) throw new DecodeError(`the hashed key has ${bytes.length} bytes, expected at most ${WORD}`);
  return bytes;
}

/** Hashed address. A shorter one is padded on the left, as in geth, which treats it as a number. */
export const accountStart: Param<Bytes> = required('start', 'hashed address, up to 32 bytes', (value) =>
  leftPadded(decodeStart(value), WORD),
);

/** Hashed slot. A shorter one is padded on the right, as in geth, which treats it as a prefix. */
export const slotStart: Param<Bytes> = required('start', 'hashed slot, up to 32 bytes', (value) => {
  const start = new Uint8Array(WORD);
  start.set(decodeStart(value));
  return start;
});

export const resultCount: Param<number> = required('maxResults', 'JSON number', (value) => decodeInt(value, 'int'));

export const transactionPosition: Param<number> = required('transactionIndex', 'JSON number', (value) =>
  decodeInt(value, 'int'),
);

export const blockHeight: Param<bigint> = required('block', 'JSON number', (value) =>
  BigInt(decodeInt(value, 'uint64')),
);

export const toggle = (name: string): Param<boolean> => required(name, 'boolean', (value) => decodeBoolean(value));
