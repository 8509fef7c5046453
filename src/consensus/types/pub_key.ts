/** Derives the addresses of validators from their keys (consensus-engine.md 1.4). */
import type { PubKey } from '../../abci/application.js';
import type { Bytes } from '../../kernel/bytes.js';
import { ripemd160, sha256 } from '../../kernel/hash.js';
import { ADDRESS_BYTES } from './fields.js';

/** Returns the 20 bytes of the address: the first of SHA-256 for ed25519, RIPEMD-160 of SHA-256 for secp256k1. */
export function addressOf(pubKey: PubKey): Bytes {
  const digest = sha256(pubKey.bytes);
  return pubKey.type === 'ed25519' ? digest.slice(0, ADDRESS_BYTES) : ripemd160(digest);
}
