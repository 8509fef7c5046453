/** The accounts that the node can sign for: constants for the development mnemonic, derived for any other. */
import { to0x } from '../kernel/hex.js';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_MNEMONIC, type DevelopmentAccount } from './development_accounts.js';
import { checkMnemonic } from './mnemonic.js';
import type { ResolvedConfig } from './schema.js';

/** Throws HalleyError `invalid-config` for words that are no mnemonic. */
export async function accountsOf({
  mnemonic,
  accounts,
}: Pick<ResolvedConfig['devnet'], 'mnemonic' | 'accounts'>): Promise<readonly DevelopmentAccount[]> {
  if (mnemonic === DEVELOPMENT_MNEMONIC && accounts <= DEVELOPMENT_ACCOUNTS.length)
    return DEVELOPMENT_ACCOUNTS.slice(0, accounts);
  await checkMnemonic(mnemonic);
  const [{ deriveAccounts }, { installFastCrypto }] = await Promise.all([
    import('../crypto/mnemonic.js'),
    import('../crypto/install.js'),
  ]);
  await installFastCrypto();
  const derived = await deriveAccounts(mnemonic, accounts);
  return derived.map(({ privateKey, address }) => ({
    privateKey: to0x(privateKey),
    address: to0x(address),
  }));
}
