/** Manages accounts whose keys the node stores under a password. */
import type { Bytes } from '../../kernel/bytes.js';
import type { EvmSigner } from './wallet.js';

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
