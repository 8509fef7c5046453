/**
 * Formats and parses the two texts of a 20-byte address: EIP-55 hex and bech32. Both need a hash or a checksum, and the
 * same few addresses are printed again and again, so the texts are cached.
 */
import { decodeBech32, encodeBech32 } from '../../codec/bech32.js';
import { CodecError } from '../../codec/codec_error.js';
import { encodeEip55 } from '../../codec/ethereum/eip55.js';
import { type Bytes, concatBytes } from '../../kernel/bytes.js';
import { GenerationalCache } from '../../kernel/caches.js';
import { toHex, tryFromHex } from '../../kernel/hex.js';
import { failure } from './refusal.js';

/** Most addresses with cached texts, for each of the two forms. */
const MAX_CACHED_TEXTS = 10_000;
const ADDRESS_BYTES = 20;

const checksummed = new GenerationalCache<string>(MAX_CACHED_TEXTS);
const bech32 = new GenerationalCache<string>(MAX_CACHED_TEXTS);
/** Addresses by their bech32 texts. */
const stored = new GenerationalCache<Bytes>(MAX_CACHED_TEXTS);

/** Returns the address in hex with EIP-55's checksum. */
export function checksumAddress(address: Bytes): string {
  const hex = toHex(address);
  const known = checksummed.get(hex);
  if (known !== undefined) return known;
  const text = encodeEip55(address);
  checksummed.set(hex, text);
  return text;
}

/** Returns the address in bech32. `prefix` is the chain's, for instance `halley`. */
export function bech32Address(address: Bytes, prefix: string): string {
  const key = prefix + toHex(address);
  const known = bech32.get(key);
  if (known !== undefined) return known;
  const text = encodeBech32(prefix, address);
  bech32.set(key, text);
  return text;
}

/** Returns the address in a text that the state stores. Throws CodecError for a text that is not bech32. */
export function storedAddress(text: string): Bytes {
  const known = stored.get(text);
  if (known !== undefined) return known;
  const { prefix, bytes } = decodeBech32(text);
  stored.set(text, bytes);
  bech32.set(prefix + toHex(bytes), text);
  return bytes;
}

/** Returns the address after its length, as keys of stores have it (SDK `address.MustLengthPrefix`). */
export const withLength = (address: Bytes): Bytes => concatBytes(Uint8Array.of(address.length), address);

/** Parses an address as go-ethereum's `IsHexAddress` does: 40 hex digits, with or without `0x`. */
export function tryHexAddress(text: string): Bytes | undefined {
  const bytes = tryFromHex(/^0[xX]/.test(text) ? text.slice(2) : text);
  return bytes?.length === ADDRESS_BYTES ? bytes : undefined;
}

/**
 * Parses `text` as 0x hex in any case, or as bech32 with `prefix`. Returns the address, or what is wrong with the text.
 */
export function parseAddress(text: string, prefix: string): Bytes | { readonly problem: string } {
  if (text.startsWith('0x')) {
    const bytes = tryFromHex(text.slice(2));
    return bytes?.length === ADDRESS_BYTES ? bytes : { problem: `it is not 0x and ${2 * ADDRESS_BYTES} hex digits` };
  }
  return parseBech32Address(text, prefix);
}

const invalidPrefix = (prefix: string, found: string): string =>
  `invalid Bech32 prefix; expected ${prefix}, got ${found}`;

export function parseBech32Address(
  text: string,
  prefix: string,
  problemOfPrefix = invalidPrefix,
): Bytes | { readonly problem: string } {
  try {
    const decoded = decodeBech32(text);
    if (decoded.prefix !== prefix) return { problem: problemOfPrefix(prefix, decoded.prefix) };
    if (decoded.bytes.length === ADDRESS_BYTES) return decoded.bytes;
    return { problem: `an address has ${ADDRESS_BYTES} bytes, not ${decoded.bytes.length}` };
  } catch (error) {
    if (error instanceof CodecError) return { problem: `decoding bech32 failed: ${error.message}` };
    throw error;
  }
}

/**
 * Parses an address as the SDK's codec of addresses does, which answers queries (x/auth/codec `Bech32Codec`). Its text
 * for another prefix differs from that of `parseBech32Address`.
 */
export function decodeAddress(text: string, prefix: string): Bytes | { readonly problem: string } {
  if (text.trim() === '') return { problem: 'empty address string is not allowed' };
  return parseBech32Address(text, prefix, mismatchedPrefix);
}

const mismatchedPrefix = (prefix: string, found: string): string =>
  `hrp does not match bech32 prefix: expected '${prefix}' got '${found}': internal logic error`;

/**
 * Reads an address. `what` names the field in the error, for instance `from address`. Throws TxFailure
 * `invalidAddress`.
 */
export function readAddress(what: string, text: string, prefix: string): Bytes {
  if (text.trim() === '')
    throw failure('invalidAddress', `invalid ${what}: empty address string is not allowed: invalid address`);
  const parsed = parseBech32Address(text, prefix);
  if (parsed instanceof Uint8Array) return parsed;
  throw failure('invalidAddress', `invalid ${what}: ${parsed.problem}: invalid address`);
}
