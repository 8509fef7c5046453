/**
 * Decodes unformatted data (documented.md 1): `0x` and two digits for each byte. The error texts are those of geth's
 * `hexutil`.
 */
import type { Bytes } from '../../../kernel/bytes.js';
import { tryFromHex } from '../../../kernel/hex.js';
import { DecodeError, invalidParams } from '../../jsonrpc/errors.js';
import { cannotUnmarshal, decodeString, type Field } from './go_json.js';

/** Limit of the characters of a refused value in its error. */
const MAX_SHOWN = 66;

function hexDigits(value: unknown, type: string, field: Field): string {
  if (typeof value !== 'string') throw cannotUnmarshal('non-string', type, field);
  if (value === '') return '';
  if (!value.startsWith('0x') && !value.startsWith('0X'))
    throw cannotUnmarshal('hex string without 0x prefix', type, field);
  if (value.length % 2 === 1) throw cannotUnmarshal('hex string of odd length', type, field);
  return value.slice(2);
}

/** Decodes bytes of any length. */
export function decodeData(value: unknown, field?: string): Bytes {
  const bytes = tryFromHex(hexDigits(value, 'hexutil.Bytes', field));
  if (bytes === undefined) throw cannotUnmarshal('invalid hex string', 'hexutil.Bytes', field);
  return bytes;
}

function decodeFixed(value: unknown, length: number, type: string, field: Field): Bytes {
  const digits = hexDigits(value, type, field);
  if (digits.length !== 2 * length)
    throw new DecodeError(`hex string has length ${digits.length}, want ${2 * length} for ${type}`);
  const bytes = tryFromHex(digits);
  if (bytes === undefined) throw cannotUnmarshal('invalid hex string', type, field);
  return bytes;
}

/** Decodes 20 bytes. Checksums are not verified, so both cases are accepted. */
export function decodeAddress(value: unknown, field?: string): Bytes {
  if (typeof value === 'string' && /^0[xX]/.test(value) && value.length % 2 === 1) {
    const name = field === undefined ? '' : `${field.split('.').at(-1)} `;
    const shown = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
    throw new DecodeError(
      `hex string of odd length: ${name}${shown} has ${value.length - 2} digits after 0x, an address has 40`,
    );
  }
  return decodeFixed(value, 20, 'common.Address', field);
}

/** Decodes 32 bytes. */
export const decodeHash = (value: unknown, field?: string): Bytes => decodeFixed(value, 32, 'common.Hash', field);

/** Decodes a storage key as nodes do: up to 64 hex digits with or without `0x`, padded on the left. */
export function decodeStorageKey(value: unknown): Bytes {
  const text = decodeString(value);
  const digits = text.startsWith('0x') || text.startsWith('0X') ? text.slice(2) : text;
  if (digits.length > 64) throw invalidParams(`storage key too long (want at most 32 bytes): ${JSON.stringify(text)}`);
  const bytes = tryFromHex(digits.padStart(64, '0'));
  if (bytes === undefined) throw invalidParams(`invalid hex in storage key: ${JSON.stringify(text)}`);
  return bytes;
}
