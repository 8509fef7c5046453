/**
 * Derives accounts of a BIP-39 mnemonic. Hardhat and Anvil use Ethereum's BIP-32 path, and CosmJS and Keplr use the
 * Cosmos SDK's default path. Words are those of the English list.
 */
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedWebcrypto, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Bytes } from '../kernel/bytes.js';
import { invariant } from '../kernel/errors.js';
import { ETHEREUM_PATH } from './ethereum_path.js';
import { addressOfPrivateKey, cosmosAddressOfPrivateKey } from './secp256k1/index.js';

export interface DerivedAccount {
  readonly privateKey: Bytes;
  readonly address: Bytes;
}

/** Explains why words are not a mnemonic. */
export type MnemonicFault =
  | { readonly type: 'count'; readonly count: number }
  /** `position` begins at 1. */
  | { readonly type: 'word'; readonly word: string; readonly position: number }
  | { readonly type: 'checksum' };

/** Path before the index. */
const COSMOS_PATH = "m/44'/118'/0'/0";

export const MNEMONIC_WORDS: readonly string[] = wordlist;
export const MNEMONIC_COUNTS: readonly number[] = [12, 15, 18, 21, 24];

/** Splits a mnemonic into words at any white space, in the normalized form of the list. */
export const mnemonicWords = (mnemonic: string): readonly string[] => mnemonic.normalize('NFKD').trim().split(/\s+/);

/**
 * Returns the first fault, or undefined when the words are a mnemonic. An unknown word is reported first, because it is
 * the most helpful fault.
 */
export function mnemonicFault(words: readonly string[]): MnemonicFault | undefined {
  const index = words.findIndex((word) => !wordlist.includes(word));
  if (index >= 0) return { type: 'word', word: words[index] as string, position: index + 1 };
  if (!MNEMONIC_COUNTS.includes(words.length)) return { type: 'count', count: words.length };
  return validateMnemonic(words.join(' '), wordlist) ? undefined : { type: 'checksum' };
}

/** Random bytes that three words encode, without their checksum. */
const BYTES_OF_THREE_WORDS = 4;

/** Creates a new mnemonic of 12, 15, 18, 21 or 24 words. `random` returns that many random bytes. */
export function newMnemonic(words: number, random: (length: number) => Bytes): string {
  return entropyToMnemonic(random((words / 3) * BYTES_OF_THREE_WORDS), wordlist);
}

/** Changes which accounts of a mnemonic are derived. */
export interface DerivationChoices {
  /** Index of the first account. The default is 0. */
  readonly firstIndex?: number;
  /** Passphrase of BIP-39. The default is none. */
  readonly passphrase?: string;
}

/**
 * Derives `count` Ethereum accounts of a valid mnemonic, by default the first ones, at `path` followed by their index.
 * The path may end in a slash.
 */
export const deriveAccounts = (
  mnemonic: string,
  count: number,
  path = ETHEREUM_PATH,
  choices: DerivationChoices = {},
): Promise<readonly DerivedAccount[]> =>
  deriveAt(mnemonic, path.replace(/\/$/, ''), count, addressOfPrivateKey, choices);

/** Derives the first `count` Cosmos accounts (coin type 118) of a valid mnemonic. */
export const deriveCosmosAccounts = (mnemonic: string, count: number): Promise<readonly DerivedAccount[]> =>
  deriveAt(mnemonic, COSMOS_PATH, count, cosmosAddressOfPrivateKey);

/** Derives accounts. The platform hashes the words, in a sixth of the JavaScript time. */
async function deriveAt(
  mnemonic: string,
  path: string,
  count: number,
  addressOf: (privateKey: Bytes) => Bytes,
  { firstIndex = 0, passphrase = '' }: DerivationChoices = {},
): Promise<readonly DerivedAccount[]> {
  const seed = await mnemonicToSeedWebcrypto(mnemonicWords(mnemonic).join(' '), passphrase);
  const parent = HDKey.fromMasterSeed(seed).derive(path);
  return Array.from({ length: count }, (_, index) => {
    const { privateKey } = parent.deriveChild(firstIndex + index);
    invariant(privateKey !== null, 'a key derived from a seed has no private key');
    return { privateKey: privateKey.slice(), address: addressOf(privateKey) };
  });
}
