/**
 * Derives the Cosmos SDK's address of a secp256k1 key: the RIPEMD-160 hash of the SHA-256 hash of the compressed public
 * key.
 */
import { type Bytes, concatBytes } from '../kernel/bytes.js';
import { sha256 } from '../kernel/hash.js';
import { ripemd160 } from './ripemd160.js';
import { publicKeyOf } from './secp256k1/index.js';

/** Compresses a point (x, y) of 64 bytes to the 33 bytes that transactions carry. */
export const compressPublicKey = (point: Bytes): Bytes =>
  concatBytes(Uint8Array.of(2 + ((point[63] as number) & 1)), point.subarray(0, 32));

/** Returns the 20 bytes of the address. Throws a RangeError for an invalid private key. */
export const cosmosAddressOfPrivateKey = (privateKey: Bytes): Bytes =>
  ripemd160(sha256(compressPublicKey(publicKeyOf(privateKey))));
