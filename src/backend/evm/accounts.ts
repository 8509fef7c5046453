/** Defines how methods read accounts, and use the keys of the node. */
import type { UnsignedEthereumTx } from '../../codec/ethereum/tx.js';
import type { Awaitable } from '../../kernel/awaitable.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { SubmitOutcome } from './pool.js';

/** Height in [0, head], or the pending state on top of the head. */
export type StateAt = bigint | 'pending';

/**
 * Proof of an account. One that does not exist has zeros, the hash of empty code, the root of the empty trie, and a
 * proof of its absence.
 */
export interface EvmAccountProof {
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly codeHash: Bytes;
  readonly storageHash: Bytes;
  readonly accountProof: readonly Bytes[];
  /** Slots in the requested order. `value` has no leading zeros and is empty for an empty slot. */
  readonly storageProof: readonly { readonly slot: Bytes; readonly value: Bytes; readonly proof: readonly Bytes[] }[];
}

/**
 * Accounts at a height; `EvmPendingState` has those after the pending block. On a forked chain, a value that was not
 * fetched from the other chain yet is a promise, which rejects with HalleyError `unavailable` when it cannot be
 * fetched.
 */
export interface EvmAccounts {
  balance(address: Bytes, at: bigint): Awaitable<bigint>;
  /** Returns the next nonce. `pending` counts the sender's executable transactions in the mempool. */
  nonce(address: Bytes, at: StateAt): Awaitable<bigint>;
  /** Returns the code, empty for an account without code. */
  code(address: Bytes, at: bigint): Awaitable<Bytes>;
  /** Returns 32 bytes, also for an empty slot and an account that does not exist. */
  storage(address: Bytes, slot: Bytes, at: bigint): Awaitable<Bytes>;
  /**
   * Returns the proof of an account. `pending` gives that of the newest block, because no root covers pending changes.
   */
  proof(address: Bytes, slots: readonly Bytes[], at: StateAt): EvmAccountProof;
}

/** Signer with the key of one account. */
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
  /** Returns the accounts whose keys the node has, including locked ones. */
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

/** Accounts whose keys the node stores under a password. */
export interface EvmKeystore {
  /** Stores a private key and resolves to its address. A key that the node already has stays unchanged. */
  importKey(key: Bytes, password: string): Promise<Bytes>;
  /** Creates a random account and resolves to its address. */
  newAccount(password: string): Promise<Bytes>;
  /**
   * Lets the node sign for an account, for the given seconds or until the devnet closes. An account that is never
   * locked stays so, whatever the password is. Rejects with HalleyError for a wrong password or an unknown account.
   */
  unlock(account: Bytes, password: string, seconds: number | undefined): Promise<void>;
  /** Locks an account. Returns false for one that is never locked. */
  lock(account: Bytes): boolean;
  /** Returns the signer of a signature of 65 bytes, as `EvmSigner` makes them, or undefined when it is invalid. */
  recoverSigner(hash: Bytes, signature: Bytes): Bytes | undefined;
  /** Resolves to a signer for one use; the account stays locked. Rejects like `unlock`. */
  signerWith(account: Bytes, password: string): Promise<EvmSigner>;
}

/** Accounts for which the node sends transactions without their keys. */
export interface EvmImpersonation {
  /**
   * Makes `signsFor` return true for the account, which may be a contract. Throws HalleyError when the chain accepts no
   * dev transactions.
   */
  impersonate(account: Bytes): Promise<void>;
  /** Resolves to false when the account was not impersonated. Transactions sent until then stay valid. */
  stopImpersonating(account: Bytes): Promise<boolean>;
  /** Impersonates every account, or only the listed ones again. Throws HalleyError like `impersonate`. */
  impersonateAll(all: boolean): Promise<void>;
}
