/** Accounts whose keys are here sign, and go the way of all transactions. */
import type { EvmTransactionSink } from '../../../rpc/ports/evm/transaction_sink.js';
import type { EvmWallet } from '../../../rpc/ports/evm/wallet.js';
import type { Wallet } from '../../control/wallet.js';

export const evmWallet = (wallet: Wallet, { sendRaw }: EvmTransactionSink): EvmWallet => ({
  accounts: () => wallet.addresses,
  signsFor: (account) => wallet.has(account),
  send: (from, tx) => sendRaw(wallet.sign(from, tx)),
});
