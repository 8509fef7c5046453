/**
 * All trees of one height as one immutable value. These are the trie of accounts with their storage tries inside, a
 * tree for each store, and the multistore over the roots. The next height shares every node that did not change.
 */
import type { Bytes } from '../../kernel/bytes.js';
import type { Steps } from '../../kernel/steps.js';
import { ACCOUNT_WRITER } from './account.js';
import { Multistore, type MultistoreName } from './multistore.js';
import { type Tree, treeRoot } from './tree/node.js';
import { trieRoot } from './trie/hash.js';
import { STORE_NAMES, type StoreName } from './types.js';
import {
  type AccountChanges,
  type StateTrie,
  updatingAccounts,
  updatingTree,
  type ValueChanges,
} from './update_trees.js';

export type StoreChanges = ReadonlyMap<StoreName, ValueChanges>;
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

/** Returns the commitment of an empty state. It is computed on first use, when the fast hashes have been loaded. */
export function emptyCommitment(): Commitment {
  nothing ??= commitmentOf(undefined, EMPTY_TREES);
  return nothing;
}

/** Computes the commitment of the next height. */
export function* nextCommitment(before: Commitment, accounts: AccountChanges, stores: StoreChanges): Steps<Commitment> {
  const trie = yield* updatingAccounts(before.trie, accounts);
  const stateRoot = trie === before.trie ? before.stateRoot : trieRoot(trie, ACCOUNT_WRITER);
  const roots = new Map<MultistoreName, Bytes>([['evm', stateRoot]]);
  const trees: Record<StoreName, Tree> = { ...before.trees };
  for (const [name, changes] of stores) {
    trees[name] = yield* updatingTree(trees[name], changes);
    roots.set(name, treeRoot(trees[name]));
  }
  return { trie, trees, multistore: before.multistore.with(roots), stateRoot };
}
