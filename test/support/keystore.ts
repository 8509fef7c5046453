/** Provides a keystore in memory with a clock that the test sets. */

import { type KeyFiles, keysInMemory } from '../../src/devnet/keys/key_files.js';
import { Keystore } from '../../src/devnet/keys/keystore.js';
import { hostRandom } from '../../src/devnet/platform.js';

export function aKeystore(files: KeyFiles = keysInMemory(), clock = { ms: 0 }): Keystore {
  const keystore = new Keystore(files, { now: () => 0n, monotonicMs: () => clock.ms, random: hostRandom });
  keystore.load();
  return keystore;
}
