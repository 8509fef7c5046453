/** Signatures with the node's keys, as `ecrecover` and wallets have them: r, s, and 27 or 28. */

import type { EvmSigner, EvmWallet } from '../../../backend/evm/wallet.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { to0x } from '../../../kernel/hex.js';
import { utf8 } from '../../../kernel/text.js';
import { type RpcError, refusal } from '../../jsonrpc/errors.js';

/** Of a message that no transaction can be taken for (EIP-191). */
export const personalHash = (message: Bytes): Bytes =>
  keccak256(concatBytes(utf8(`\x19Ethereum Signed Message:\n${message.length}`), message));

/** In a node's words and geth's. */
export const unknownAccount = (account: Bytes): RpcError =>
  refusal(
    `no key for given address or file; unknown account: ${to0x(account)} is none of those that eth_accounts lists`,
  );

/** geth's words. */
export const lockedAccount = (): RpcError => refusal('authentication needed: password or unlock');

/** Throws for an account whose key is not here, as an impersonated one's is not, or is locked. */
export function signerFor(evm: Pick<EvmWallet, 'signer' | 'isLocked'>, account: Bytes): EvmSigner {
  const signer = evm.signer(account);
  if (signer !== undefined) return signer;
  throw evm.isLocked(account) ? lockedAccount() : unknownAccount(account);
}

export const signMessage = (signer: EvmSigner, message: Bytes): string => to0x(signer.signHash(personalHash(message)));
