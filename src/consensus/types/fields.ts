/**
 * Reads fields that many consensus messages share: sizes, and strict reads of hashes and addresses (consensus-engine.md
 * 10.3).
 */
import { CodecError, type ProtoReader } from '../../codec/protobuf/index.js';
import type { Bytes } from '../../kernel/bytes.js';

export const HASH_BYTES = 32;
export const ADDRESS_BYTES = 20;
/** Most bytes of a signature (`MaxSignatureSize` of CometBFT 0.40): that of ML-DSA-65. */
export const MAX_SIGNATURE_BYTES = 3309;
/** Most UTF-8 bytes of a chain id (`MaxChainIDLen`). */
export const MAX_CHAIN_ID_BYTES = 50;
export const MAX_INT64 = (1n << 63n) - 1n;

/** Returns CometBFT's error text (`ValidateHash`); undefined for 32 bytes or none. */
export function hashProblem({ length }: Bytes): string | undefined {
  if (length === 0 || length === HASH_BYTES) return undefined;
  return `expected size to be ${HASH_BYTES} bytes, got ${length} bytes`;
}

/** Returns CometBFT's error text; undefined for 20 bytes. */
export function validatorAddressProblem({ length }: Bytes): string | undefined {
  if (length === ADDRESS_BYTES) return undefined;
  return `expected ValidatorAddress size to be ${ADDRESS_BYTES} bytes, got ${length} bytes`;
}

export function readHash(reader: ProtoReader, name: string): Bytes {
  const hash = reader.bytes();
  if (hash.length === 0 || hash.length === HASH_BYTES) return hash;
  throw new CodecError(`${name} has ${hash.length} bytes, expected ${HASH_BYTES} or none`);
}

/** Reads 20 bytes or none. */
export function readAddress(reader: ProtoReader, name: string): Bytes {
  const address = reader.bytes();
  if (address.length === 0 || address.length === ADDRESS_BYTES) return address;
  throw new CodecError(`${name} has ${address.length} bytes, expected ${ADDRESS_BYTES} or none`);
}
