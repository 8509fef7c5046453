/**
 * Defines the error for a read of data that a forked chain has not fetched from its origin yet. Reads of the state are
 * synchronous, so such a read throws. A caller that can wait fetches the data and runs the work again.
 */
import type { Bytes } from '../kernel/bytes.js';
import { toHex } from '../kernel/hex.js';

/** Key of data that can be fetched from the other chain. An account is fetched together with its code. */
export type RemoteKey =
  | { readonly type: 'account'; readonly address: Bytes }
  | { readonly type: 'slot'; readonly address: Bytes; readonly slot: Bytes }
  /** Hash of a block below the one at which the chain forks. */
  | { readonly type: 'blockHash'; readonly number: bigint };

export function remoteKeyText(key: RemoteKey): string {
  switch (key.type) {
    case 'account':
      return `account ${toHex(key.address)}`;
    case 'slot':
      return `slot ${toHex(key.slot)} of ${toHex(key.address)}`;
    case 'blockHash':
      return `hash of block ${key.number}`;
  }
}

/**
 * Reports a missing read. It is not a failure of the code that reads: only the caller that fetches the data may catch
 * it.
 */
export class AbsentRemote extends Error {
  override readonly name = 'AbsentRemote';

  constructor(readonly key: RemoteKey) {
    super(`${remoteKeyText(key)} has not been fetched`);
  }
}
