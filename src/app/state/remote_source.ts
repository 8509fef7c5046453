/**
 * Declares access to the chain below a forked one, at the block of the fork. The state reads it where it has no value
 * of its own; a value written here is never read from there again. Fetched values never enter the state: its roots
 * cover only what was written here.
 */

import type { RemoteKey } from '../../evm/absent_remote.js';
import type { Account } from '../../evm/state.js';
import type { ByteText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';

/** Reads fetched values, by text keys. */
export interface RemoteReader {
  /** Returns an account. Throws AbsentRemote. */
  accountOf(address: ByteText): Account | undefined;
  /** Returns the code of an account that was fetched. */
  codeOf(hash: ByteText): Bytes | undefined;
  /** Returns a slot without leading zeros. Throws AbsentRemote. */
  slotOf(address: ByteText, slot: ByteText): Bytes;
  /** Returns the hash of a block below the fork. Throws AbsentRemote. */
  blockHash(number: bigint): Bytes;
}

/** Fetches values, for callers that can wait. */
export interface Remote {
  /** Fetches keys, which can be read afterwards, also after a restart. Rejects with HalleyError `unavailable`. */
  fetch(keys: readonly RemoteKey[]): Promise<void>;
}

export type RemoteEntry =
  /** The account is undefined where there is none, or an empty one (EIP-161). */
  | { readonly type: 'account'; readonly address: Bytes; readonly account: RemoteAccount | undefined }
  | { readonly type: 'slot'; readonly address: Bytes; readonly slot: Bytes; readonly value: Bytes }
  /** The hash has 32 bytes, or none where the other chain has no such block. */
  | { readonly type: 'blockHash'; readonly number: bigint; readonly hash: Bytes };

export interface RemoteAccount {
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly code: Bytes;
}

/** Source of values. */
export interface RemoteSource {
  /** Returns at least the requested values, in any order. Rejects with HalleyError `unavailable`. */
  fetch(keys: readonly RemoteKey[]): Promise<readonly RemoteEntry[]>;
  /** Returns a value that is at hand, maybe with others that are read soon; nothing where it must be fetched. */
  peek?(key: RemoteKey): readonly RemoteEntry[];
}
