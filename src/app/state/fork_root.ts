/**
 * The root of the accounts' trie as it would be with what forks have written: those that stand on one another, above a
 * height. Nothing is committed; the height's trie stays as it is.
 */
import type { ByteText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import { ACCOUNT_WRITER } from './account.js';
import { type AccountChange, type StateTrie, updateAccounts } from './commitment.js';
import { DELETED, type Overlay } from './overlay.js';
import { trieRoot } from './trie/hash.js';

/** `layers` from the topmost down to the one that stands on the height of `trie`. */
export function forkRoot(trie: StateTrie, layers: readonly Overlay[]): Bytes {
  const slots = new Map<ByteText, Map<ByteText, Bytes | undefined>>();
  const written = new Set<ByteText>();
  for (const layer of layers) {
    for (const address of layer.accounts.keys()) written.add(address);
    for (const [address, own] of layer.slots) {
      written.add(address);
      const known = slots.get(address) ?? new Map<ByteText, Bytes | undefined>();
      slots.set(address, known);
      // The topmost layer has been here before.
      for (const [slot, value] of own) if (!known.has(slot)) known.set(slot, value.length === 0 ? undefined : value);
    }
  }
  const changes = new Map<ByteText, AccountChange>();
  for (const address of written)
    changes.set(address, { account: accountIn(layers, address), slots: slots.get(address) });
  return trieRoot(updateAccounts(trie, changes), ACCOUNT_WRITER);
}

function accountIn(layers: readonly Overlay[], address: ByteText): AccountChange['account'] {
  for (const { accounts } of layers) {
    const own = accounts.get(address);
    if (own !== undefined) return own === DELETED ? undefined : own;
  }
  return layers.at(-1)?.below.accountOf(address);
}
