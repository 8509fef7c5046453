/**
 * Derives the simulated validators' keys: secrets from the run's seed, so that a seed determines the whole network. The
 * type of a key does not change its secret.
 */
import type { PubKey } from '../../abci/application.js';
import { addressOf } from '../../consensus/types/validator_set.js';
import { validatorPublicKey } from '../../crypto/validator_keys.js';
import { sha256 } from '../../kernel/hash.js';
import { utf8 } from '../../kernel/text.js';
import type { ValidatorKey } from '../../simulation/index.js';

/** Types of keys, of which validators get one after the other. */
export type KeyTypes = readonly PubKey['type'][];

const DEFAULT_KEY_TYPES: KeyTypes = ['ed25519'];

export const validatorKeys = (
  seed: string,
  count: number,
  types: KeyTypes = DEFAULT_KEY_TYPES,
): readonly ValidatorKey[] =>
  Array.from({ length: count }, (_, index) => validatorKey(seed, index, types[index % types.length]));

export function validatorKey(seed: string, index: number, type: PubKey['type'] = 'ed25519'): ValidatorKey {
  const secret = sha256(utf8(`halley validator ${index} of ${seed}`));
  const pubKey = validatorPublicKey(type, secret);
  return { name: `validator-${index}`, seed: secret, pubKey, address: addressOf(pubKey) };
}
