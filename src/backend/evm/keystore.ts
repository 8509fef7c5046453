/** Accounts whose keys the node keeps under a password. */
import type { Bytes } from '../../kernel/bytes.js';
import type { EvmSigner } from './wallet.js';

export interface EvmKeystore {
  /** Keeps a private key; one that the node holds already stays as it is. Resolves with its address. */
  importKey(key: Bytes, password: string): Promise<Bytes>;
  /** Makes one by chance. Resolves with its address. */
  newAccount(password: string): Promise<Bytes>;
  /**
   * Lets the node sign for it, for so many seconds or, without them, for as long as the devnet runs. An account that is
   * never locked stays so, whatever the password is. Rejects with HalleyError for a wrong password or an account that is
   * not here.
   */
  unlock(account: Bytes, password: string, seconds: number | undefined): Promise<void>;
  /** False for one that is never locked. */
  lock(account: Bytes): boolean;
  /** Who made a signature of 65 bytes, as `EvmSigner` makes them; undefined when nobody can have. */
  recoverSigner(hash: Bytes, signature: Bytes): Bytes | undefined;
  /** For this once, the account stays locked. Rejects as `unlock` does. */
  signerWith(account: Bytes, password: string): Promise<EvmSigner>;
}
