/**
 * Derives the simulated validators' keys: ed25519 seeds from the run's seed, so that a seed determines the whole
 * network.
 */
import { addressOf } from '../../consensus/types/validator_set.js';
import { ed25519PublicKey } from '../../crypto/ed25519.js';
import { sha256 } from '../../kernel/hash.js';
import { utf8 } from '../../kernel/text.js';
import type { ValidatorKey } from '../../simulation/index.js';

export const validatorKeys = (seed: string, count: number): readonly ValidatorKey[] =>
  Array.from({ length: count }, (_, index) => validatorKey(seed, index));

export function validatorKey(seed: string, index: number): ValidatorKey {
  const secret = sha256(utf8(`halley validator ${index} of ${seed}`));
  const pubKey = { type: 'ed25519' as const, bytes: ed25519PublicKey(secret) };
  return { name: `validator-${index}`, seed: secret, pubKey, address: addressOf(pubKey) };
}
