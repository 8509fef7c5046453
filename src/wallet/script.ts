/** Installs the wallet when a page loads it by a script tag. The server puts the options before the script. */
import { installWallet, type WalletOptions } from './index.js';

const page = globalThis as { halleyWallet?: WalletOptions | ReturnType<typeof installWallet> };

// A page that loads the script twice has one wallet.
if (page.halleyWallet === undefined || !('announce' in page.halleyWallet))
  page.halleyWallet = installWallet(page.halleyWallet as WalletOptions | undefined);
