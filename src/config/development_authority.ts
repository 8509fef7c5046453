/**
 * Derives the dev authority of a development chain: an ed25519 key that follows from the chain's seed. Its public key
 * is in the genesis document. Anyone who knows the seed of such a chain can therefore sign its dev transactions.
 */
import { ed25519PublicKey } from '../crypto/ed25519.js';
import type { Bytes } from '../kernel/bytes.js';
import { sha256 } from '../kernel/hash.js';
import { utf8 } from '../kernel/text.js';

/** Seed of a chain that names none. */
export const DEFAULT_SEED = '0';

export interface DevAuthority {
  /** 32 bytes, like the public key. */
  readonly secret: Bytes;
  readonly publicKey: Bytes;
}

export function developmentAuthority(seed: string): DevAuthority {
  const secret = sha256(utf8(`halley dev authority of ${seed}`));
  return { secret, publicKey: ed25519PublicKey(secret) };
}
