/**
 * All trees of one height as one immutable value: the trie of accounts with their storage tries inside, a tree for each
 * store, and the multistore over the roots. The next height shares every node that did not change.
 */
import type { Account } from '../../evm/account.js';
import { type ByteText, bytesOfText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import { ACCOUNT_WRITER, TrieAccount } from './account.js';
import { Multistore, type MultistoreName } from './multistore.js';
import { securePath } from './secure_path.js';
import { type Tree, treeRoot } from './tree/node.js';
import { treeRemove, treeSet } from './tree/update.js';
import { trieRoot } from './trie/hash.js';
import { type Trie, trieGet } from './trie/node.js';
import { type TrieChange, updateTrie } from './trie/update.js';
import { STORE_NAMES, type StoreName } from './types.js';

/** New values by key; undefined removes. */
export type ValueChanges = ReadonlyMap<ByteText, Bytes | undefined>;

/** An account as it is after the change, and the slots that changed. */
export interface AccountChange {
  readonly account: Account | undefined;
  readonly slots: ValueChanges | undefined;
}

export type AccountChanges = ReadonlyMap<ByteText, AccountChange>;
export type StoreChanges = ReadonlyMap<StoreName, ValueChanges>;
export type StateTrie = Trie<TrieAccount>;
export type StoreTrees = Readonly<Record<StoreName, Tree>>;

export interface Commitment {
  readonly trie: StateTrie;
  readonly trees: StoreTrees;
  readonly multistore: Multistore;
  readonly stateRoot: Bytes;
}

export const EMPTY_TREES = Object.fromEntries(STORE_NAMES.map((name) => [name, undefined])) as StoreTrees;

export function commitmentOf(trie: StateTrie, trees: StoreTrees): Commitment {
  const stateRoot = trieRoot(trie, ACCOUNT_WRITER);
  const roots = STORE_NAMES.map((name) => [name, treeRoot(trees[name])] as const);
  const multistore = Multistore.of(new Map<MultistoreName, Bytes>([...roots, ['evm', stateRoot]]));
  return { trie, trees, multistore, stateRoot };
}

let nothing: Commitment | undefined;

/** Of nothing. Made when it is first asked for: by then the fast hashes are there. */
export function emptyCommitment(): Commitment {
  nothing ??= commitmentOf(undefined, EMPTY_TREES);
  return nothing;
}

export function nextCommitment(before: Commitment, accounts: AccountChanges, stores: StoreChanges): Commitment {
  const trie = updateAccounts(before.trie, accounts);
  const stateRoot = trie === before.trie ? before.stateRoot : trieRoot(trie, ACCOUNT_WRITER);
  const roots = new Map<MultistoreName, Bytes>([['evm', stateRoot]]);
  const trees: Record<StoreName, Tree> = { ...before.trees };
  for (const [name, changes] of stores) {
    trees[name] = updateTree(trees[name], changes);
    roots.set(name, treeRoot(trees[name]));
  }
  return { trie, trees, multistore: before.multistore.with(roots), stateRoot };
}

export function updateAccounts(trie: StateTrie, accounts: AccountChanges): StateTrie {
  const changes: TrieChange<TrieAccount>[] = [];
  for (const [address, { account, slots }] of accounts) {
    const path = securePath(address);
    if (account === undefined) {
      changes.push({ path, value: undefined });
      continue;
    }
    const storage = trieGet(trie, path)?.storage;
    changes.push({ path, value: new TrieAccount(account, slots ? updateSlots(storage, slots) : storage) });
  }
  return updateTrie(trie, changes);
}

function updateSlots(storage: Trie<Bytes>, slots: ValueChanges): Trie<Bytes> {
  const changes: TrieChange<Bytes>[] = [];
  for (const [slot, value] of slots) changes.push({ path: securePath(slot), value });
  return updateTrie(storage, changes);
}

export function updateTree(tree: Tree, changes: ValueChanges): Tree {
  let after = tree;
  for (const [key, value] of changes)
    after = value === undefined ? treeRemove(after, key) : treeSet(after, key, () => bytesOfText(key), value);
  return after;
}
