/** Manages the accounts for which the node acts. */
import type { UnsignedEthereumTx } from '../../codec/ethereum/tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { SubmitOutcome } from './transaction_sink.js';

/** Signs with the key of one account. */
export interface EvmSigner {
  /** Returns r, s, and 27 or 28. */
  signHash(hash: Bytes): Bytes;
  /** Returns the canonical encoding of the signed transaction. */
  signTransaction(tx: UnsignedEthereumTx): Bytes;
}

export interface EvmSending {
  /** Signer that replaces the node's own. */
  readonly signer?: EvmSigner | undefined;
  /** Whether the node chose the nonce. If another one is next when the mempool takes the transaction, it gets that one. */
  readonly isNonceChosen?: boolean;
}

export interface EvmWallet {
  /** Lists the accounts whose keys the node has, including locked ones. */
  accounts(): readonly Bytes[];
  signsFor(account: Bytes): boolean;
  /** Returns true when the key is here but its password was not given, or the unlocking has expired. */
  isLocked(account: Bytes): boolean;
  /** Returns undefined for an account whose key is not here, or is locked. */
  signer(account: Bytes): EvmSigner | undefined;
  /** Runs tasks that select a nonce of an account and send with it, one after another. */
  inOrder<T>(account: Bytes, work: () => Promise<T>): Promise<T>;
  /** Runs tasks that estimate the gas of a transaction and send it: one at a time, and fairly among clients. */
  inTurn<T>(client: string, work: () => Promise<T>): Promise<T>;
  /**
   * Sends with `from`'s key where the node has it, otherwise by impersonation. Throws HalleyError when impersonation is
   * needed and the chain accepts no dev transactions.
   */
  send(from: Bytes, tx: UnsignedEthereumTx, sending?: EvmSending): Promise<SubmitOutcome>;
}
