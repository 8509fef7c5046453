/**
 * Defines the error for a read of data that a forked chain has not fetched from its origin yet. Reads of the state are
 * synchronous, so such a read throws. A caller that can wait fetches the data and runs the work again.
 */
import type { Bytes } from '../kernel/bytes.js';
import { DeferredRefusal, HalleyError } from '../kernel/errors.js';
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
 * it, and the end of a request or a command, which refuses.
 */
export class AbsentRemote extends DeferredRefusal {
  override readonly name = 'AbsentRemote';

  constructor(
    readonly key: RemoteKey,
    private readonly remote: { fetch(keys: readonly RemoteKey[]): Promise<void> },
  ) {
    super(`${remoteKeyText(key)} has not been fetched`);
  }

  /** Begins to fetch the data, so that the same request can succeed later. The next one reports a failed fetch. */
  refusal(): HalleyError {
    void this.remote.fetch([this.key]).catch(() => undefined);
    return new HalleyError(
      'unavailable',
      `${remoteKeyText(this.key)} of the forked chain has not been fetched yet; try again`,
      {},
      { cause: this },
    );
  }
}
