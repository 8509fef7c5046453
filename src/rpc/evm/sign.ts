/** Signatures with the node's keys, as `ecrecover` and wallets have them: r, s, and 27 or 28. */
import { type Bytes, concatBytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { to0x } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { refusal } from '../jsonrpc/errors.js';
import type { EvmWallet } from '../ports/evm/wallet.js';

/** Of a message that no transaction can be taken for (EIP-191). */
const personalHash = (message: Bytes): Bytes =>
  keccak256(concatBytes(utf8(`\x19Ethereum Signed Message:\n${message.length}`), message));

/** Throws for an account whose key is not here; an impersonated one has none. */
export function signHash(evm: Pick<EvmWallet, 'signHash'>, account: Bytes, hash: Bytes): string {
  const signature = evm.signHash(account, hash);
  if (signature === undefined)
    throw refusal(`unknown account: ${to0x(account)} is none of those that eth_accounts lists`);
  return to0x(signature);
}

export const signMessage = (evm: Pick<EvmWallet, 'signHash'>, account: Bytes, message: Bytes): string =>
  signHash(evm, account, personalHash(message));
