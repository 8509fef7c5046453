/**
 * Checks the mnemonic of a configuration, so that a typo does not silently derive other accounts. A mnemonic other than
 * the public development one is readable by its owner only. No message contains it completely.
 */
import { statSync } from 'node:fs';
import type { Bytes } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import { didYouMean } from '../settings/did_you_mean.js';
import { DEVELOPMENT_MNEMONIC } from './development_accounts.js';
import type { LoadedFile } from './resolve.js';

/** File mode with which group and others may neither read nor write. */
export const OWNER_ONLY = 0o600;

export const isSecret = (mnemonic: string): boolean => mnemonic !== DEVELOPMENT_MNEMONIC;

/** Throws HalleyError `invalid-config` that names the wrong word, or another reason. */
export async function checkMnemonic(mnemonic: string): Promise<void> {
  if (!isSecret(mnemonic)) return;
  const { MNEMONIC_COUNTS, MNEMONIC_WORDS, mnemonicFault, mnemonicWords } = await import('../crypto/mnemonic.js');
  const words = mnemonicWords(mnemonic);
  const fault = mnemonicFault(words);
  if (fault === undefined) return;
  const refuse = (why: string) => new HalleyError('invalid-config', `invalid mnemonic: ${why}`, { flag: '--mnemonic' });
  switch (fault.type) {
    case 'word': {
      const place = `word ${fault.position} of ${words.length}`;
      const meant = didYouMean(fault.word, MNEMONIC_WORDS);
      throw refuse(`${place}, "${fault.word}", is not in the English list of BIP-39${meant}`);
    }
    case 'count':
      throw refuse(`${fault.count} words, expected ${MNEMONIC_COUNTS.join(', ')}`);
    case 'checksum':
      throw refuse(
        `the ${words.length} words are known, but their checksum does not match: a word is wrong or misplaced`,
      );
  }
}

/** Makes a new mnemonic of 12, 15, 18, 21 or 24 words; `random` returns the given number of random bytes. */
export async function newMnemonic(words: number, random: (length: number) => Bytes): Promise<string> {
  const crypto = await import('../crypto/mnemonic.js');
  return crypto.newMnemonic(words, random);
}

/**
 * Returns a warning when other users can read an app.toml that contains a secret mnemonic. Windows has no such file
 * modes.
 */
export function exposedMnemonic({ path, table }: LoadedFile): string | undefined {
  const { devnet } = table;
  const mnemonic = typeof devnet === 'object' && 'mnemonic' in devnet ? devnet.mnemonic : undefined;
  if (typeof mnemonic !== 'string' || !isSecret(mnemonic) || process.platform === 'win32') return undefined;
  const mode = statSync(path).mode & 0o777;
  if ((mode & ~OWNER_ONLY) === 0) return undefined;
  return `${path} contains a mnemonic, and other users can read it (mode ${mode.toString(8)}): run chmod ${OWNER_ONLY.toString(8)} on it`;
}
