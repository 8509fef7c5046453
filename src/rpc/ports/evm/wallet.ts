/** The accounts that the node acts for. */
import type { UnsignedEthereumTx } from '../../../codec/ethereum_tx.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { SubmitOutcome } from './transaction_sink.js';

export interface EvmWallet {
  /** Those whose keys the node holds. */
  accounts(): readonly Bytes[];
  signsFor(account: Bytes): boolean;
  /** r, s, and 27 or 28; undefined for an account whose key is not here. */
  signHash(account: Bytes, hash: Bytes): Bytes | undefined;
  /** Runs what chooses a nonce of an account and sends with it, one after another. */
  inOrder<T>(account: Bytes, work: () => Promise<T>): Promise<T>;
  /**
   * Sends with `from`'s key where the node holds it, otherwise in its name as if it were impersonated. Throws HalleyError
   * when that needs a chain that can be steered, and this one cannot.
   */
  send(from: Bytes, tx: UnsignedEthereumTx): Promise<SubmitOutcome>;
}
