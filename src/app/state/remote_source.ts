/**
 * The chain under a forked one, at the block of the fork. The state reads it where it has nothing of its own; what is
 * written over it stays local for good. Reads never enter the state: its roots cover what was written here alone.
 */

import type { RemoteKey } from '../../evm/absent_remote.js';
import type { Account } from '../../evm/account.js';
import type { ByteText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';

/** What readers see of it: by text keys, as they ask. */
export interface RemoteReader {
  /** Throws AbsentRemote. */
  accountOf(address: ByteText): Account | undefined;
  /** Of an account that was read. */
  codeOf(hash: ByteText): Bytes | undefined;
  /** Without leading zeros. Throws AbsentRemote. */
  slotOf(address: ByteText, slot: ByteText): Bytes;
}

/** What those do who can wait. */
export interface Remote {
  /** Afterwards the keys can be read, also after a restart. Rejects with HalleyError `unavailable`. */
  fetch(keys: readonly RemoteKey[]): Promise<void>;
}

export type RemoteEntry =
  /** No account, or an empty one (EIP-161), is undefined. */
  | { readonly type: 'account'; readonly address: Bytes; readonly account: RemoteAccount | undefined }
  | { readonly type: 'slot'; readonly address: Bytes; readonly slot: Bytes; readonly value: Bytes };

export interface RemoteAccount {
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly code: Bytes;
}

/** Where the values come from. */
export interface RemoteSource {
  /** At least what was asked for, in any order. Rejects with HalleyError `unavailable`. */
  fetch(keys: readonly RemoteKey[]): Promise<readonly RemoteEntry[]>;
}
