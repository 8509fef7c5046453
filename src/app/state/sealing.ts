/**
 * Turns a working set into a sealed height: the real changes, the trees after them, and the record for the archive. A
 * value that is written back unchanged is no change.
 */

import type { ByteText } from '../../kernel/byte_text.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import type { Steps } from '../../kernel/steps.js';
import { sameAccount } from './account.js';
import type { Change } from './archive.js';
import type { StoreChanges } from './commitment.js';
import type { FlatState, StateValue, Table } from './flat.js';
import { DELETED, type Overlay } from './overlay.js';
import type { StoreName } from './types.js';
import type { AccountChange, ValueChanges } from './update_trees.js';

export interface Changes {
  readonly all: readonly Change[];
  readonly accounts: ReadonlyMap<ByteText, AccountChange>;
  readonly stores: StoreChanges;
}

const sameBytes = (a: Bytes | undefined, b: Bytes | undefined): boolean =>
  a === undefined || b === undefined ? a === b : equalBytes(a, b);

/** Changes that a step notes. */
const CHANGES_OF_STEP = 1_024;

/** Returns what `overlay` changes in the tables below it. */
export function* changesOf(overlay: Overlay, flat: FlatState): Steps<Changes> {
  const all: Change[] = [];
  const accounts = new Map<ByteText, AccountChange>();
  for (const [address, written] of overlay.accounts) {
    const account = written === DELETED ? undefined : written;
    if (note(all, flat.accounts, address, account, sameAccount)) accounts.set(address, { account, slots: undefined });
    if (all.length % CHANGES_OF_STEP === 0) yield;
  }
  for (const [address, written] of overlay.slots) {
    const slots = yield* noteAll(all, flat.storageOf(address), written, emptyIsAbsent);
    if (slots.size > 0) accounts.set(address, { account: overlay.accountOf(address), slots });
  }
  if (overlay.whollyLocal !== undefined) yield* noteAll(all, flat.whollyLocal, overlay.whollyLocal, (mark) => mark);
  yield* noteAll(all, flat.codes, overlay.codes, (code) => code);
  const stores = new Map<StoreName, ValueChanges>();
  for (const [name, written] of overlay.stores) {
    const values = yield* noteAll(all, flat.stores[name], written, deletedIsAbsent);
    if (values.size > 0) stores.set(name, values);
  }
  return { all, accounts, stores };
}

const emptyIsAbsent = (value: Bytes): Bytes | undefined => (value.length === 0 ? undefined : value);
const deletedIsAbsent = (value: Bytes | typeof DELETED): Bytes | undefined => (value === DELETED ? undefined : value);

function* noteAll<W>(
  all: Change[],
  table: Table<Bytes>,
  written: ReadonlyMap<ByteText, W>,
  read: (written: W) => Bytes | undefined,
): Steps<ValueChanges> {
  const changed = new Map<ByteText, Bytes | undefined>();
  for (const [key, value] of written) {
    const after = read(value);
    if (note(all, table, key, after, sameBytes)) changed.set(key, after);
    if (all.length % CHANGES_OF_STEP === 0) yield;
  }
  return changed;
}

function note<V extends StateValue>(
  all: Change[],
  table: Table<V>,
  key: ByteText,
  value: V | undefined,
  same: (a: V | undefined, b: V | undefined) => boolean,
): boolean {
  const cell = table.cells.get(key);
  // A key never written here may have any value in the forked chain. The result must not depend on what was read, so
  // its first write always counts.
  if ((cell !== undefined || !table.overRemote) && same(cell?.value, value)) return false;
  all.push({ table, key, cell, value, archived: cell === undefined ? 0 : cell.archived + 1 });
  return true;
}
