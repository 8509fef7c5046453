/** The accounts that the node acts for. */
import type { UnsignedEthereumTx } from '../../../codec/ethereum_tx.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { SubmitOutcome } from './transaction_sink.js';

export interface EvmWallet {
  /** Those whose keys the node holds. */
  accounts(): readonly Bytes[];
  signsFor(account: Bytes): boolean;
  /** Runs what chooses a nonce of an account and sends with it, one after another. */
  inOrder<T>(account: Bytes, work: () => Promise<T>): Promise<T>;
  /** Signs for `from`, for which `signsFor` must hold, and sends. */
  send(from: Bytes, tx: UnsignedEthereumTx): Promise<SubmitOutcome>;
}
