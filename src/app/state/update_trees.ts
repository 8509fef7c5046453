/**
 * Applies the changes of a height to its trees, in steps that are each much shorter than a slice. Nodes are hashed here too,
 * so that reading a root costs nothing.
 */
import type { Account } from '../../evm/state.js';
import type { ByteText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import { type Steps, sorting } from '../../kernel/steps.js';
import { ACCOUNT_WRITER, SLOT_WRITER, TrieAccount } from './account.js';
import { securePath } from './keys.js';
import { hashOf, type Tree, TreeInner, type TreeKey, type TreeLeaf, type TreeNode } from './tree/node.js';
import {
  firstLeaf,
  isAbove,
  newLeaf,
  putLeaf,
  split,
  treeFind,
  treeRemove,
  treeRemoveAll,
  treeSet,
} from './tree/update.js';
import { hashingTrie } from './trie/hashing.js';
import { type Trie, trieGet } from './trie/node.js';
import { type TrieChange, updateTrie } from './trie/update.js';

/** New values by key. `undefined` removes a key. */
export type ValueChanges = ReadonlyMap<ByteText, Bytes | undefined>;

/** Account after the change, and the slots that changed. */
export interface AccountChange {
  readonly account: Account | undefined;
  readonly slots: ValueChanges | undefined;
}

export type AccountChanges = ReadonlyMap<ByteText, AccountChange>;
export type StateTrie = Trie<TrieAccount>;

/** Most keys that one step changes together. */
const KEYS_OF_STEP = 256;
/** Most keys of a tree that one step changes one by one, each with a descent of its own. */
const SINGLE_KEYS_OF_STEP = 64;

/** Returns the trie of accounts after the changes. */
export function* updatingAccounts(trie: StateTrie, accounts: AccountChanges): Steps<StateTrie> {
  const changes: TrieChange<TrieAccount>[] = [];
  for (const [address, { account, slots }] of accounts) {
    const path = securePath(address);
    if (account === undefined) changes.push({ path, value: undefined });
    else {
      const before = trieGet(trie, path)?.storage;
      const storage = slots === undefined ? before : yield* updatingSlots(before, slots);
      changes.push({ path, value: new TrieAccount(account, storage) });
    }
    if (changes.length % KEYS_OF_STEP === 0) yield;
  }
  const after = yield* updatingTrie(trie, changes);
  yield* hashingTrie(after, ACCOUNT_WRITER);
  return after;
}

function* updatingSlots(storage: Trie<Bytes>, slots: ValueChanges): Steps<Trie<Bytes>> {
  const changes: TrieChange<Bytes>[] = [];
  for (const [slot, value] of slots) {
    changes.push({ path: securePath(slot), value });
    if (changes.length % KEYS_OF_STEP === 0) yield;
  }
  const after = yield* updatingTrie(storage, changes);
  yield* hashingTrie(after, SLOT_WRITER);
  return after;
}

/** Applies changes in the order of their paths, so that those of a step share most of the nodes above them. */
function* updatingTrie<V>(trie: Trie<V>, changes: readonly TrieChange<V>[]): Steps<Trie<V>> {
  if (changes.length <= KEYS_OF_STEP) return updateTrie(trie, changes);
  const sorted = yield* sorting(changes, (a, b) => (a.path < b.path ? -1 : 1));
  let after = trie;
  for (let at = 0; at < sorted.length; at += KEYS_OF_STEP) {
    yield;
    after = updateTrie(after, sorted.slice(at, at + KEYS_OF_STEP));
  }
  return after;
}

/** Most nodes that one step hashes. */
const NODES_OF_STEP = 64;

/** Hashes the nodes of a store's tree that have no hash yet, in steps. */
function* hashingTree(root: Tree): Steps<void> {
  const stack: TreeNode[] = root === undefined ? [] : [root];
  for (let hashed = 0; ; ) {
    const node = stack.at(-1);
    if (node === undefined) return;
    const below = node.type === 'inner' ? [node.left, node.right].filter(({ hash }) => hash === undefined) : [];
    // Children are hashed first.
    if (below.length > 0) {
      stack.push(...below);
      continue;
    }
    hashOf(node);
    stack.pop();
    if (++hashed % NODES_OF_STEP === 0) yield;
  }
}

/** Returns the tree of a store after the changes. */
export function* updatingTree(tree: Tree, changes: ValueChanges): Steps<Tree> {
  const after = yield* changes.size < KEYS_OF_STEP ? changingOneByOne(tree, changes) : changingMany(tree, changes);
  yield* hashingTree(after);
  return after;
}

function* changingOneByOne(tree: Tree, changes: ValueChanges): Steps<Tree> {
  let after = tree;
  let written = 0;
  for (const [key, value] of changes) {
    after = value === undefined ? treeRemove(after, key) : treeSet(after, key, value);
    if (++written % SINGLE_KEYS_OF_STEP === 0) yield;
  }
  return after;
}

const ascending = (a: ByteText, b: ByteText): number => (a < b ? -1 : 1);

/** Removes keys and sets the others, each in their order, so that those of a step share most of the nodes above them. */
function* changingMany(tree: Tree, changes: ValueChanges): Steps<Tree> {
  const removed: ByteText[] = [];
  const written: ByteText[] = [];
  for (const [key, value] of changes) (value === undefined ? removed : written).push(key);
  let before = tree;
  const gone = yield* sorting(removed, ascending);
  for (let at = 0; at < gone.length; at += KEYS_OF_STEP) {
    before = treeRemoveAll(before, gone, at, Math.min(at + KEYS_OF_STEP, gone.length));
    yield;
  }
  const keys = yield* sorting(written, ascending);
  return yield* (before?.size ?? 0) < KEYS_OF_STEP
    ? joiningFew(before, keys, changes)
    : joiningMany(before, keys, changes);
}

/**
 * Tree of new leaves, which are added in ascending order of their keys. Both trees are joined then, so a node above
 * many new keys is made once. The result is the tree that setting one key after another gives.
 */
class TreeBuilder {
  /** Gaps on the right edge from the root down, each with the tree on its left. */
  readonly #edge: { readonly left: TreeNode; readonly gap: TreeKey }[] = [];
  #last: TreeNode | undefined;

  add(leaf: TreeLeaf): void {
    if (this.#last !== undefined) this.#edge.push({ left: this.#joinedBelow(leaf.key), gap: leaf.key });
    this.#last = leaf;
  }

  /** Returns the tree, or undefined without leaves. No leaf may be added afterwards. */
  finish(): Tree {
    return this.#last && this.#joinedBelow(undefined);
  }

  /** Joins what is right of the last gap above `gap`, or all. */
  #joinedBelow(gap: TreeKey | undefined): TreeNode {
    let joined = this.#last as TreeNode;
    for (let top = this.#edge.at(-1); top !== undefined; top = this.#edge.at(-1)) {
      if (gap !== undefined && isAbove(top.gap, gap)) break;
      joined = new TreeInner(top.left, joined, top.gap);
      this.#edge.pop();
    }
    return joined;
  }
}

/** Returns the tree of leaves, which ascend by key. There is at least one. */
export function treeOf(leaves: readonly TreeLeaf[]): TreeNode {
  const builder = new TreeBuilder();
  for (const leaf of leaves) builder.add(leaf);
  return builder.finish() as TreeNode;
}

/** Returns the leaves of both trees. Where both have a key, that of `added` stays. */
export function union(tree: Tree, added: Tree): Tree {
  if (tree === undefined || added === undefined) return tree ?? added;
  if (added.type === 'leaf') return putLeaf(tree, added);
  if (tree.type === 'leaf') return treeFind(added, tree.key.text) === undefined ? putLeaf(added, tree) : added;
  const gap = topGap(tree, added);
  const [below, others] = split(tree, gap.text);
  const [addedBelow, addedOthers] = split(added, gap.text);
  return new TreeInner(union(below, addedBelow) as TreeNode, union(others, addedOthers) as TreeNode, gap);
}

/** Returns the highest gap of the union. The later of the first keys of both has a gap there, which its own tree lacks. */
function topGap(a: TreeInner, b: TreeInner): TreeKey {
  const top = isAbove(a.gap, b.gap) ? a.gap : b.gap;
  const [first, second] = [firstLeaf(a).key, firstLeaf(b).key];
  if (first.text === second.text) return top;
  const later = first.text < second.text ? second : first;
  return isAbove(later, top) ? later : top;
}

/** Sets keys, which ascend, in a small tree: their leaves become a whole tree first. */
function* joiningFew(tree: Tree, keys: readonly ByteText[], changes: ValueChanges): Steps<Tree> {
  const builder = new TreeBuilder();
  for (const [i, key] of keys.entries()) {
    if (i % KEYS_OF_STEP === KEYS_OF_STEP - 1) yield;
    builder.add(newLeaf(tree, key, changes.get(key) as Bytes));
  }
  return union(tree, builder.finish());
}

/** Sets keys, which ascend, in a large tree: some in each step. */
function* joiningMany(tree: Tree, keys: readonly ByteText[], changes: ValueChanges): Steps<Tree> {
  let after = tree;
  let leaves: TreeLeaf[] = [];
  for (const key of keys) {
    leaves.push(newLeaf(after, key, changes.get(key) as Bytes));
    if (leaves.length < KEYS_OF_STEP) continue;
    after = union(after, treeOf(leaves));
    leaves = [];
    yield;
  }
  return leaves.length === 0 ? after : union(after, treeOf(leaves));
}
