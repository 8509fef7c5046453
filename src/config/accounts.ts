/** The accounts that the node can sign for: constants for the development mnemonic, derived for any other. */
import { ETHEREUM_PATH } from '../crypto/ethereum_path.js';
import { to0x } from '../kernel/hex.js';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_MNEMONIC, type DevelopmentAccount } from './development_accounts.js';
import { checkMnemonic } from './mnemonic.js';
import type { ResolvedConfig } from './schema.js';

/** Throws HalleyError `invalid-config` for words that are no mnemonic. */
export async function accountsOf({
  mnemonic,
  accounts,
  derivationPath = ETHEREUM_PATH,
}: Pick<ResolvedConfig['devnet'], 'mnemonic' | 'accounts'> &
  Partial<Pick<ResolvedConfig['devnet'], 'derivationPath'>>): Promise<readonly DevelopmentAccount[]> {
  const isKnown = mnemonic === DEVELOPMENT_MNEMONIC && derivationPath.replace(/\/?$/, '/') === ETHEREUM_PATH;
  if (isKnown && accounts <= DEVELOPMENT_ACCOUNTS.length) return DEVELOPMENT_ACCOUNTS.slice(0, accounts);
  await checkMnemonic(mnemonic);
  const [{ deriveAccounts }, { installFastCrypto }] = await Promise.all([
    import('../crypto/mnemonic.js'),
    import('../crypto/install.js'),
  ]);
  await installFastCrypto();
  const derived = await deriveAccounts(mnemonic, accounts, derivationPath);
  return derived.map(({ privateKey, address }) => ({
    privateKey: to0x(privateKey),
    address: to0x(address),
  }));
}
