/** Finds the signer of a transaction by its sender. */

import type { EvmKeystore, EvmSigner, EvmWallet } from '../../../backend/evm/accounts.js';
import type { EvmCallRequest } from '../../../backend/evm/execution.js';
import { refusal } from '../../jsonrpc/errors.js';
import { NO_KEY } from './fill_transaction.js';
import { signerWith } from './password_signer.js';

/**
 * Returns the signer. Throws RpcError with a node's error text for a sender whose key is not here, and HalleyError for
 * a wrong password.
 */
export async function transactionSigner(
  evm: EvmWallet & EvmKeystore,
  { from }: EvmCallRequest,
  password: string | undefined,
): Promise<EvmSigner> {
  if (from === undefined)
    throw refusal(`${NO_KEY}; no key for given address or file; unknown account: "from" is missing`);
  return signerWith(evm, from, password);
}
