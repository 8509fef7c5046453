/** Signs with the node's keys in the form of `ecrecover` and wallets: r, s, and 27 or 28. */

import type { EvmSigner, EvmWallet } from '../../../backend/evm/accounts.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { to0x } from '../../../kernel/hex.js';
import { utf8 } from '../../../kernel/text.js';
import { type RpcError, refusal } from '../../jsonrpc/errors.js';

/** Hashes a message so that it cannot be mistaken for a transaction (EIP-191). */
export const personalHash = (message: Bytes): Bytes =>
  keccak256(concatBytes(utf8(`\x19Ethereum Signed Message:\n${message.length}`), message));

/** Makes the error for an account without a key here, with the error texts of a node and of geth. */
export const unknownAccount = (account: Bytes): RpcError =>
  refusal(
    `no key for given address or file; unknown account: ${to0x(account)} is none of those that eth_accounts lists`,
  );

/** Makes the error for a locked account, with geth's error text. */
export const lockedAccount = (): RpcError => refusal('authentication needed: password or unlock');

/**
 * Returns the signer of an account. Throws RpcError for an account that is locked or whose key is not here, for example
 * an impersonated one.
 */
export function signerFor(evm: EvmWallet, account: Bytes): EvmSigner {
  const signer = evm.signer(account);
  if (signer !== undefined) return signer;
  throw evm.isLocked(account) ? lockedAccount() : unknownAccount(account);
}

export const signMessage = (signer: EvmSigner, message: Bytes): string => to0x(signer.signHash(personalHash(message)));
