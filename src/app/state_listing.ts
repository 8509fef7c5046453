/**
 * The accounts of a committed state with pending writes on top, as the EVM sees them. Accounts of modules are left out,
 * because every chain computes its own. Callers may stop between two entries while the chain goes on.
 */
import type { Account } from '../evm/state.js';
import { type Bytes, bytesToBigint } from '../kernel/bytes.js';
import { toHex } from '../kernel/hex.js';
import { storedAccountRecord } from './modules/auth/store.js';
import type { CommittedState, Fork, StateReader } from './state/types.js';

export interface ListedAccount {
  readonly address: Bytes;
  readonly account: Account;
  readonly code: Bytes;
  /** Yields the slots that are not zero. Values have no leading zeros. */
  readonly storage: Iterable<readonly [slot: Bytes, value: Bytes]>;
}

/** Returns whether a module has the account. It makes nothing of accounts without a record, of which there may be many. */
const isOfModule = (state: StateReader, address: Bytes): boolean =>
  storedAccountRecord(state, address)?.module !== undefined;

/** Yields the accounts in any order. `changes` is over `committed`; undefined means none. */
export function* listAccounts(committed: CommittedState, changes: Fork | undefined): Iterable<ListedAccount> {
  const state: StateReader = changes ?? committed;
  const changed = new Set([...(changes?.changedAddresses() ?? [])].map(toHex));
  for (const [address, account] of committed.unsortedAccounts()) {
    const isChanged = changed.delete(toHex(address));
    const current = isChanged ? state.account(address) : account;
    if (current === undefined || isOfModule(state, address)) continue;
    const storage =
      isChanged && changes !== undefined ? slotsOf(committed, changes, address) : committed.unsortedSlots(address);
    yield { address, account: current, code: state.code(current.codeHash), storage };
  }
  if (changes === undefined) return;
  for (const address of changes.changedAddresses()) {
    const account = changed.has(toHex(address)) ? changes.account(address) : undefined;
    if (account === undefined || isOfModule(changes, address)) continue;
    yield { address, account, code: changes.code(account.codeHash), storage: slotsOf(committed, changes, address) };
  }
}

function* slotsOf(committed: CommittedState, changes: Fork, address: Bytes): ListedAccount['storage'] {
  const changed = new Set([...changes.changedSlots(address)].map(bytesToBigint));
  for (const [slot, value] of committed.unsortedSlots(address))
    if (!changed.has(bytesToBigint(slot))) yield [slot, value];
  for (const slot of changes.changedSlots(address)) {
    const value = changes.storage(address, slot);
    if (value.length > 0) yield [slot, value];
  }
}
