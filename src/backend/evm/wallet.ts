/** The accounts that the node acts for. */
import type { UnsignedEthereumTx } from '../../codec/ethereum/tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { SubmitOutcome } from './transaction_sink.js';

/** Whoever has it has the key at hand. */
export interface EvmSigner {
  /** r, s, and 27 or 28. */
  signHash(hash: Bytes): Bytes;
  /** The canonical encoding of the signed transaction. */
  signTransaction(tx: UnsignedEthereumTx): Bytes;
}

export interface EvmWallet {
  /** Those whose keys the node holds, locked ones too. */
  accounts(): readonly Bytes[];
  signsFor(account: Bytes): boolean;
  /** Its key is here, and nobody has given its password, or too long ago. */
  isLocked(account: Bytes): boolean;
  /** Undefined for an account whose key is not here, or is locked. */
  signer(account: Bytes): EvmSigner | undefined;
  /** Runs work that chooses a nonce of an account and sends with it, one after another. */
  inOrder<T>(account: Bytes, work: () => Promise<T>): Promise<T>;
  /** Runs work that estimates the gas of a transaction and sends it: one at a time, and each client's in turn. */
  inTurn<T>(client: string, work: () => Promise<T>): Promise<T>;
  /**
   * Sends with `from`'s key where the node holds it, otherwise in its name as if it were impersonated. Throws HalleyError
   * when that needs a chain that can be steered, and this one cannot.
   */
  send(from: Bytes, tx: UnsignedEthereumTx): Promise<SubmitOutcome>;
}
