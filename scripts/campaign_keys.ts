/** Creates the validator keys of simulated sessions. Key `i` is the same in every session. */

import type { ValidatorKey } from '../src/consensus/env.js';
import { addressOf } from '../src/consensus/types/validator_set.js';
import { ed25519PublicKey } from '../src/crypto/ed25519.js';
import { sha256 } from '../src/kernel/hash.js';
import { utf8 } from '../src/kernel/text.js';

const made: ValidatorKey[] = [];

export function campaignKeys(count: number): readonly ValidatorKey[] {
  for (let i = made.length; i < count; i++) {
    const name = `validator ${i}`;
    const seed = sha256(utf8(name));
    const pubKey = { type: 'ed25519', bytes: ed25519PublicKey(seed) } as const;
    made.push({ name, seed, pubKey, address: addressOf(pubKey) });
  }
  return made.slice(0, count);
}
