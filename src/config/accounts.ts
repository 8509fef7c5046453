/**
 * Finds the accounts of a configuration's mnemonic: those that the node can sign for, and those of the Cosmos SDK's path.
 * They are constants for the development mnemonic, and derived for any other.
 */
import { ETHEREUM_PATH } from '../crypto/ethereum_path.js';
import type { DerivedAccount } from '../crypto/mnemonic.js';
import { to0x } from '../kernel/hex.js';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_MNEMONIC, type DevelopmentAccount } from './development_accounts.js';
import { DEVELOPMENT_COSMOS_ACCOUNTS } from './development_cosmos_accounts.js';
import { checkMnemonic } from './mnemonic.js';

interface Choice {
  readonly mnemonic: string;
  readonly accounts: number;
  readonly derivationPath?: string;
}

/** Most accounts at the Cosmos path. Each costs a millisecond at the start, and wallets use the first. */
export const MAX_COSMOS_ACCOUNTS = 20;

/**
 * Returns the accounts at m/44'/60'/0'/0/i, or at the configured path. Throws HalleyError `invalid-config` for an
 * invalid mnemonic.
 */
export async function accountsOf(choice: Choice): Promise<readonly DevelopmentAccount[]> {
  const { mnemonic, accounts, derivationPath = ETHEREUM_PATH } = choice;
  const isKnown = mnemonic === DEVELOPMENT_MNEMONIC && derivationPath.replace(/\/?$/, '/') === ETHEREUM_PATH;
  if (isKnown && accounts <= DEVELOPMENT_ACCOUNTS.length) return DEVELOPMENT_ACCOUNTS.slice(0, accounts);
  return derivedOnce(choice, 'ethereum', ({ deriveAccounts }) => deriveAccounts(mnemonic, accounts, derivationPath));
}

/**
 * Returns the accounts at m/44'/118'/0'/0/i, as many as `accounts` and at most 20. Throws HalleyError `invalid-config`
 * for an invalid mnemonic.
 */
export async function cosmosAccountsOf(choice: Choice): Promise<readonly DevelopmentAccount[]> {
  const { mnemonic, accounts } = choice;
  const count = Math.min(accounts, MAX_COSMOS_ACCOUNTS);
  if (mnemonic === DEVELOPMENT_MNEMONIC) return DEVELOPMENT_COSMOS_ACCOUNTS.slice(0, count);
  return derivedOnce(choice, 'cosmos', ({ deriveCosmosAccounts }) => deriveCosmosAccounts(mnemonic, count));
}

type Kind = 'ethereum' | 'cosmos';
type Derived = Promise<readonly DevelopmentAccount[]>;
type Derivation = (derivations: typeof import('../crypto/mnemonic.js')) => Promise<readonly DerivedAccount[]>;

/** Derived accounts of a configuration, because a start needs them twice: for the genesis and for the keys. */
const known = new WeakMap<Choice, Map<Kind, Derived>>();

function derivedOnce(choice: Choice, kind: Kind, derive: Derivation): Derived {
  const ofChoice = known.get(choice) ?? new Map<Kind, Derived>();
  known.set(choice, ofChoice);
  const accounts = ofChoice.get(kind) ?? derived(choice.mnemonic, derive);
  ofChoice.set(kind, accounts);
  return accounts;
}

async function derived(mnemonic: string, derive: Derivation): Promise<readonly DevelopmentAccount[]> {
  await checkMnemonic(mnemonic);
  const [derivations, { installFastCrypto }] = await Promise.all([
    import('../crypto/mnemonic.js'),
    import('../crypto/install.js'),
  ]);
  await installFastCrypto();
  const accounts = await derive(derivations);
  return accounts.map(({ privateKey, address }) => ({ privateKey: to0x(privateKey), address: to0x(address) }));
}
