/**
 * A read of what the state does not have yet. The state of a forked chain stands on another chain's: what nobody has
 * fetched from there is absent. Reads are synchronous, so the read throws; who can wait fetches, and runs the work again.
 */
import type { Bytes } from '../kernel/bytes.js';
import { toHex } from '../kernel/hex.js';

/** What can be asked of the other chain. An account comes with its code. */
export type RemoteKey =
  | { readonly type: 'account'; readonly address: Bytes }
  | { readonly type: 'slot'; readonly address: Bytes; readonly slot: Bytes };

export const remoteKeyText = (key: RemoteKey): string =>
  key.type === 'account' ? `account ${toHex(key.address)}` : `slot ${toHex(key.slot)} of ${toHex(key.address)}`;

/** No failure of what read: nothing but the one who fetches may catch it. */
export class AbsentRemote extends Error {
  override readonly name = 'AbsentRemote';

  constructor(readonly key: RemoteKey) {
    super(`${remoteKeyText(key)} has not been fetched`);
  }
}
