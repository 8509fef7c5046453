/** Provides a keystore in memory with a clock that the test sets. */

import { type KeyFiles, keysInMemory } from '../../src/devnet/keys/key_files.js';
import { Keystore } from '../../src/devnet/keys/keystore.js';
import { hostRandom } from '../../src/devnet/platform.js';

export const aKeystore = (files: KeyFiles = keysInMemory(), clock = { ms: 0 }): Keystore =>
  new Keystore(files, { now: () => 0n, monotonicMs: () => clock.ms, random: hostRandom });
