/** Encodes values of Solidity's built-in types in typed data as 32 bytes (EIP-712, `encodeData`). */
import { type Bytes, bigintToBytes, leftPadded } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { tryFromHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { CodecError } from '../codec_error.js';

/** Encodes a value. Throws CodecError for a value of another type, and for a type that Solidity does not have. */
export function atomicWord(type: string, value: unknown, place: string): Bytes {
  if (type === 'string') {
    if (typeof value !== 'string') throw unfit(place, value, 'a string');
    return keccak256(utf8(value));
  }
  if (type === 'bytes') return keccak256(hexBytes(value, undefined, place));
  if (type === 'address') return leftPadded(hexBytes(value, 20, place), 32);
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw unfit(place, value, 'true or false');
    return bigintToBytes(value ? 1n : 0n, 32);
  }
  const [, kind, size] = /^(bytes|int|uint)(\d*)$/.exec(type) ?? [];
  if (kind === 'bytes' && Number(size) >= 1 && Number(size) <= 32)
    return rightPadded(hexBytes(value, Number(size), place));
  const bits = size === '' ? 256 : Number(size);
  if ((kind === 'int' || kind === 'uint') && bits % 8 === 0 && bits >= 8 && bits <= 256)
    return integerWord(value, kind === 'int', bits, type, place);
  throw new CodecError(`${place} has the type ${JSON.stringify(type)}, which is neither a Solidity type nor in types`);
}

function integerWord(value: unknown, signed: boolean, bits: number, type: string, place: string): Bytes {
  const number = integerOf(value);
  const top = 1n << BigInt(signed ? bits - 1 : bits);
  if (number === undefined || number >= top || number < (signed ? -top : 0n)) throw unfit(place, value, `a ${type}`);
  return bigintToBytes(BigInt.asUintN(256, number), 32);
}

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  if (typeof value !== 'string' || value.length > 80) return undefined;
  if (/^(\d+|0x[\da-fA-F]+)$/.test(value)) return BigInt(value);
  return /^-(\d+|0x[\da-fA-F]+)$/.test(value) ? -BigInt(value.slice(1)) : undefined;
}

function hexBytes(value: unknown, length: number | undefined, place: string): Bytes {
  const bytes = typeof value === 'string' && value.startsWith('0x') ? tryFromHex(value.slice(2)) : undefined;
  if (bytes === undefined || (length !== undefined && bytes.length !== length))
    throw unfit(place, value, length === undefined ? 'bytes in 0x hex' : `${length} bytes in 0x hex`);
  return bytes;
}

function rightPadded(bytes: Bytes): Bytes {
  const word = new Uint8Array(32);
  word.set(bytes);
  return word;
}

/** Describes where a value is, what it is, and what was expected. */
export function unfit(place: string, value: unknown, expected: string): CodecError {
  if (value === undefined) return new CodecError(`${place} is missing, expected ${expected}`);
  const shown = JSON.stringify(value);
  return new CodecError(`${place} is ${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}, expected ${expected}`);
}
