/** Reads a committed state with pending writes on top as if it had been committed, so that all of it can be exported. */
import type { Account } from '../evm/state.js';
import { type Bytes, compareBytes } from '../kernel/bytes.js';
import type { CommittedState, Fork } from './state/types.js';

type Entry<T> = readonly [key: Bytes, value: T];

/** Returns the state with the writes. They must not change while it is read; undefined means none. */
export function changedState(committed: CommittedState, changes: Fork | undefined): CommittedState {
  if (changes === undefined) return committed;
  const accounts = (): Iterable<Entry<Account>> =>
    merged(committed.accounts(), changes.changedAddresses(), (address) => changes.account(address));
  const slots = (address: Bytes): Iterable<Entry<Bytes>> =>
    merged(committed.slots(address), changes.changedSlots(address), (slot) => {
      const value = changes.storage(address, slot);
      return value.length === 0 ? undefined : value;
    });
  return {
    account: (address) => changes.account(address),
    code: (codeHash) => changes.code(codeHash),
    storage: (address, slot) => changes.storage(address, slot),
    get: (store, key) => changes.get(store, key),
    entries: (store, prefix) => changes.entries(store, prefix),
    foreignBlockHash: (number) => changes.foreignBlockHash(number),
    accounts,
    slots,
    unsortedAccounts: accounts,
    unsortedSlots: slots,
  };
}

/** Yields ascending entries, with what `read` returns in place of those that have changed; undefined means none. */
function* merged<T>(
  entries: Iterable<Entry<T>>,
  changedKeys: Iterable<Bytes>,
  read: (key: Bytes) => T | undefined,
): Iterable<Entry<T>> {
  const keys = [...changedKeys].sort(compareBytes);
  const changed = keys.map((key) => [key, read(key)] as const);
  let next = 0;
  const below = function* (limit: Bytes | undefined): Iterable<Entry<T>> {
    for (let entry = changed[next]; entry !== undefined; entry = changed[next]) {
      if (limit !== undefined && compareBytes(entry[0], limit) >= 0) return;
      next++;
      if (entry[1] !== undefined) yield [entry[0], entry[1]];
    }
  };
  for (const entry of entries) {
    yield* below(entry[0]);
    const same = changed[next];
    if (same === undefined || compareBytes(same[0], entry[0]) !== 0) yield entry;
  }
  yield* below(undefined);
}
