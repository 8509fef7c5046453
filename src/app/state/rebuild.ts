/**
 * Rebuilds the trees of an old height from the flat history: the latest trees, with every key that changed since set to
 * its old value. A scan of the cells in memory finds these keys, one comparison each; only they are read from the
 * archive.
 */

import type { ByteText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Steps } from '../../kernel/steps.js';
import { type Archive, versionAt } from './archive.js';
import type { FlatState, StateValue, Table } from './flat.js';
import type { AccountChange, AccountChanges, ValueChanges } from './update_trees.js';

/** Returns the keys of the table that changed after `height`, with their values at `height`. */
function* changedSince<V extends StateValue>(
  archive: Archive,
  table: Table<V>,
  height: number,
): Steps<ReadonlyMap<ByteText, V | undefined>> {
  const changed = new Map<ByteText, V | undefined>();
  if (table.touched <= height) return changed;
  for (const [key, cell] of table.cells) {
    if (cell.height > height) changed.set(key, versionAt(archive, table, key, cell, height)?.value);
    yield;
  }
  return changed;
}

export const storeBackAt = (archive: Archive, table: Table<Bytes>, height: number): Steps<ValueChanges> =>
  changedSince(archive, table, height);

export function* accountsBackAt(archive: Archive, flat: FlatState, height: number): Steps<AccountChanges> {
  const changes = new Map<ByteText, AccountChange>();
  for (const [address, account] of yield* changedSince(archive, flat.accounts, height))
    changes.set(address, { account, slots: undefined });
  for (const [address, table] of flat.storage) {
    const slots = yield* changedSince(archive, table, height);
    if (slots.size === 0) continue;
    const known = changes.get(address);
    changes.set(address, { account: known ? known.account : flat.accounts.cells.get(address)?.value, slots });
  }
  return changes;
}
