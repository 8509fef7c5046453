/**
 * Who steers a development chain: an ed25519 key that follows from the chain's seed. Its public half stands in the genesis
 * document, so whoever has the seed of such a chain can steer it.
 */
import { ed25519PublicKey } from '../crypto/ed25519.js';
import type { Bytes } from '../kernel/bytes.js';
import { sha256 } from '../kernel/hash.js';
import { utf8 } from '../kernel/text.js';

/** Of a chain that names none. */
export const DEFAULT_SEED = '0';

export interface DevAuthority {
  /** 32 bytes each. */
  readonly secret: Bytes;
  readonly publicKey: Bytes;
}

export function developmentAuthority(seed: string): DevAuthority {
  const secret = sha256(utf8(`halley dev authority of ${seed}`));
  return { secret, publicKey: ed25519PublicKey(secret) };
}
