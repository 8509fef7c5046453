/**
 * Accounts of a BIP-39 mnemonic along Ethereum's BIP-32 path: what Hardhat and Anvil users have in their .env. The words
 * are those of the English list.
 */
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedWebcrypto, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Bytes } from '../kernel/bytes.js';
import { invariant } from '../kernel/errors.js';
import { addressOfPrivateKey } from './secp256k1.js';

export interface DerivedAccount {
  readonly privateKey: Bytes;
  readonly address: Bytes;
}

/** Why words are no mnemonic. */
export type MnemonicFault =
  | { readonly type: 'count'; readonly count: number }
  /** `position` counts from 1. */
  | { readonly type: 'word'; readonly word: string; readonly position: number }
  | { readonly type: 'checksum' };

/** Up to the index. */
const ETHEREUM_PATH = "m/44'/60'/0'/0";

export const MNEMONIC_WORDS: readonly string[] = wordlist;
export const MNEMONIC_COUNTS: readonly number[] = [12, 15, 18, 21, 24];

/** However they are spaced, and in the form that the list has. */
export const mnemonicWords = (mnemonic: string): readonly string[] => mnemonic.normalize('NFKD').trim().split(/\s+/);

/** Undefined when the words are a mnemonic. A word that is none comes first: it tells most. */
export function mnemonicFault(words: readonly string[]): MnemonicFault | undefined {
  const index = words.findIndex((word) => !wordlist.includes(word));
  if (index >= 0) return { type: 'word', word: words[index] as string, position: index + 1 };
  if (!MNEMONIC_COUNTS.includes(words.length)) return { type: 'count', count: words.length };
  return validateMnemonic(words.join(' '), wordlist) ? undefined : { type: 'checksum' };
}

/** The first `count` accounts, of words without a fault. The platform hashes the words, in a sixth of the JavaScript time. */
export async function deriveAccounts(mnemonic: string, count: number): Promise<readonly DerivedAccount[]> {
  const seed = await mnemonicToSeedWebcrypto(mnemonicWords(mnemonic).join(' '));
  const parent = HDKey.fromMasterSeed(seed).derive(ETHEREUM_PATH);
  return Array.from({ length: count }, (_, index) => {
    const { privateKey } = parent.deriveChild(index);
    invariant(privateKey !== null, 'a key derived from a seed has its private half');
    return { privateKey: privateKey.slice(), address: addressOfPrivateKey(privateKey) };
  });
}
