/** Finds the signer for one request: by its password, or because the account is unlocked. */

import type { EvmKeystore, EvmSigner, EvmWallet } from '../../../backend/evm/accounts.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { signerFor, unknownAccount } from './sign.js';

type Keys = EvmWallet & EvmKeystore;

/**
 * Returns the signer. For an unlocked account an empty password counts as none. Throws RpcError or HalleyError with
 * geth's error texts.
 */
export async function signerWith(evm: Keys, account: Bytes, password: string | undefined): Promise<EvmSigner> {
  if (password === undefined || (password === '' && !evm.isLocked(account))) return signerFor(evm, account);
  if (!evm.isLocked(account) && evm.signer(account) === undefined) throw unknownAccount(account);
  return evm.signerWith(account, password);
}
