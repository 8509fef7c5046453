/**
 * Decodes quantities (documented.md 1): `0x`, no leading zeros, at least one digit. The error texts are those of geth's
 * `hexutil`.
 */
import { cannotUnmarshal, type Field } from './go_json.js';

type QuantityProblem =
  | 'hex string without 0x prefix'
  | 'hex string "0x"'
  | 'hex number with leading zero digits'
  | 'invalid hex string'
  | 'empty hex string'
  | 'hex number > 64 bits'
  | 'hex number > 256 bits';

/** Returns the number, or the problem with its encoding. */
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
