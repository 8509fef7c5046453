/** Accounts whose keys are here sign, impersonated ones are signed for; both go the way of all transactions. */
import { keccak256 } from '../../../kernel/hash.js';
import { toHex } from '../../../kernel/hex.js';
import { KeyedQueue } from '../../../kernel/keyed_queue.js';
import type { EvmWallet } from '../../../rpc/ports/evm/wallet.js';
import type { Impersonation } from '../../control/impersonation.js';
import type { Wallet } from '../../control/wallet.js';
import type { TransactionSink } from './transaction_sink.js';

export const evmWallet = (
  wallet: Wallet,
  impersonation: Impersonation,
  sink: TransactionSink,
  queue = new KeyedQueue(),
): EvmWallet => ({
  accounts: () => wallet.addresses,
  inOrder: (account, work) => queue.run(toHex(account), work),
  signsFor: (account) => wallet.has(account) || impersonation.has(account),
  signHash: (account, hash) => (wallet.has(account) ? wallet.signHash(account, hash) : undefined),
  send: async (from, tx) => {
    if (wallet.has(from)) return sink.sendRaw(wallet.sign(from, tx));
    const { raw, wrapped } = impersonation.sign(from, tx);
    return sink.sendWrapped(wrapped, keccak256(raw));
  },
});
