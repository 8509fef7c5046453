/**
 * The mnemonic of a configuration: checked, so that a typo does not derive other accounts in silence, and kept to its
 * owner where it is not the one that everybody knows. No message repeats it whole.
 */
import { statSync } from 'node:fs';
import type { Bytes } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import { DEVELOPMENT_MNEMONIC } from './development_accounts.js';
import { didYouMean } from './did_you_mean.js';
import type { LoadedFile } from './resolve.js';

/** Group and others may neither read nor write. */
export const OWNER_ONLY = 0o600;

export const isSecret = (mnemonic: string): boolean => mnemonic !== DEVELOPMENT_MNEMONIC;

/** Throws HalleyError `invalid-config` that says which word is wrong, or what else. */
export async function checkMnemonic(mnemonic: string): Promise<void> {
  if (!isSecret(mnemonic)) return;
  const { MNEMONIC_COUNTS, MNEMONIC_WORDS, mnemonicFault, mnemonicWords } = await import('../crypto/mnemonic.js');
  const words = mnemonicWords(mnemonic);
  const fault = mnemonicFault(words);
  if (fault === undefined) return;
  const refuse = (why: string) =>
    new HalleyError('invalid-config', `the mnemonic is none: ${why}`, { flag: '--mnemonic' });
  switch (fault.type) {
    case 'word': {
      const place = `word ${fault.position} of ${words.length}`;
      const meant = didYouMean(fault.word, MNEMONIC_WORDS);
      throw refuse(`${place}, "${fault.word}", is not in the English list of BIP-39${meant}`);
    }
    case 'count':
      throw refuse(`it has ${fault.count} words, expected ${MNEMONIC_COUNTS.join(', ')}`);
    case 'checksum':
      throw refuse(`its ${words.length} words are known, but their checksum does not match: one is wrong or misplaced`);
  }
}

/** Makes a new mnemonic of 12, 15, 18, 21 or 24 words; `random` returns so many random bytes. */
export async function newMnemonic(words: number, random: (length: number) => Bytes): Promise<string> {
  const crypto = await import('../crypto/mnemonic.js');
  return crypto.newMnemonic(words, random);
}

/** What to tell the owner of an app.toml with a mnemonic of his own that others can read; Windows has no such modes. */
export function exposedMnemonic({ path, table }: LoadedFile): string | undefined {
  const { devnet } = table;
  const mnemonic = typeof devnet === 'object' && 'mnemonic' in devnet ? devnet.mnemonic : undefined;
  if (typeof mnemonic !== 'string' || !isSecret(mnemonic) || process.platform === 'win32') return undefined;
  const mode = statSync(path).mode & 0o777;
  if ((mode & ~OWNER_ONLY) === 0) return undefined;
  return `${path} holds a mnemonic and has mode ${mode.toString(8)}: chmod ${OWNER_ONLY.toString(8)} keeps it to you`;
}
