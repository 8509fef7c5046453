/** Signs for accounts with keys, and sends for impersonated ones; all use the same path as other transactions. */

import type { EvmAccounts } from '../../../backend/evm/accounts.js';
import type { EvmSigner, EvmWallet } from '../../../backend/evm/wallet.js';
import type { UnsignedEthereumTx } from '../../../codec/ethereum/tx.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { FairWork } from '../../../kernel/fair_work.js';
import { toHex } from '../../../kernel/hex.js';
import { KeyedQueue } from '../../../kernel/keyed_queue.js';
import type { Impersonation, WrappedTx } from '../../actions/impersonation.js';
import { signHash, signTransaction, type Wallet } from '../../actions/wallet.js';
import type { Keystore } from '../../keys/keystore.js';
import type { TransactionSink } from './transaction_sink.js';

export interface WalletDeps {
  /** Accounts that are never locked. */
  readonly wallet: Wallet;
  readonly keystore: Keystore;
  readonly impersonation: Impersonation;
  readonly sink: TransactionSink;
  readonly nonce: EvmAccounts['nonce'];
}

export const signerOf = (key: Bytes): EvmSigner => ({
  signHash: (hash) => signHash(key, hash),
  signTransaction: (tx) => signTransaction(key, tx),
});

export function evmWallet(
  { wallet, keystore, impersonation, sink, nonce }: WalletDeps,
  queue = new KeyedQueue(),
): EvmWallet {
  const estimates = new FairWork();
  const keyOf = (account: Bytes): Bytes | undefined => wallet.key(account) ?? keystore.unlockedKey(account);
  return {
    accounts: () => [...wallet.addresses, ...keystore.addresses.filter((address) => !wallet.has(address))],
    inOrder: (account, work) => queue.run(toHex(account), work),
    inTurn: (client, work) => estimates.run(client, work),
    signsFor: (account) => keyOf(account) !== undefined || impersonation.has(account),
    isLocked: (account) => keystore.has(account) && keyOf(account) === undefined,
    signer: (account) => {
      const key = keyOf(account);
      // This is a copy, because the keystore wipes its own key when it locks the account, also before it unlocks it
      // again.
      return key && signerOf(key.slice());
    },
    send: async (from, tx, { signer, isNonceChosen = false } = {}) => {
      const key = keyOf(from);
      const by = signer ?? (key && signerOf(key.slice()));
      const sign = (unsigned: UnsignedEthereumTx) =>
        by === undefined ? impersonation.sign(from, unsigned) : sink.wrap(by.signTransaction(unsigned));
      const signed = sign(tx);
      if (signed.type === 'refused') return signed;
      // Since the nonce was chosen, commands such as a drop and a revert may have changed which one is next.
      const renewed = async (): Promise<WrappedTx> => {
        const next = await nonce(from, 'pending');
        const again = next === tx.nonce ? signed : sign({ ...tx, nonce: next });
        return again.type === 'refused' ? signed : again;
      };
      return sink.sendWrapped(signed, isNonceChosen ? renewed : undefined);
    },
  };
}
