/**
 * Applies many changes as `commitment.ts` does, in steps that are each much shorter than a slice. The trees come out the
 * same, because they depend on their content alone. Nodes are hashed here too, so that reading a root costs nothing.
 */
import type { ByteText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Steps } from '../../kernel/steps.js';
import { ACCOUNT_WRITER, SLOT_WRITER, TrieAccount } from './account.js';
import { type AccountChanges, type StateTrie, updateTree, type ValueChanges } from './commitment.js';
import { securePath } from './secure_path.js';
import { hashingTree } from './tree/hashing.js';
import type { Tree } from './tree/node.js';
import { hashingTrie } from './trie/hashing.js';
import { type Trie, trieGet } from './trie/node.js';
import { type TrieChange, updateTrie } from './trie/update.js';

/** Limits how many keys one step changes. */
const KEYS_OF_STEP = 64;

/** Returns the trie of accounts after the changes. */
export function* updatingAccounts(trie: StateTrie, accounts: AccountChanges): Steps<StateTrie> {
  const changes = new Changes<TrieAccount>(trie);
  for (const [address, { account, slots }] of accounts) {
    const path = securePath(address);
    if (account === undefined) yield* changes.add({ path, value: undefined });
    else {
      const before = trieGet(trie, path)?.storage;
      const storage = slots === undefined ? before : yield* updatingSlots(before, slots);
      yield* changes.add({ path, value: new TrieAccount(account, storage) });
    }
  }
  const after = changes.end();
  yield* hashingTrie(after, ACCOUNT_WRITER);
  return after;
}

function* updatingSlots(storage: Trie<Bytes>, slots: ValueChanges): Steps<Trie<Bytes>> {
  const changes = new Changes<Bytes>(storage);
  for (const [slot, value] of slots) yield* changes.add({ path: securePath(slot), value });
  const after = changes.end();
  yield* hashingTrie(after, SLOT_WRITER);
  return after;
}

/** Returns the tree of a store after the changes. */
export function* updatingTree(tree: Tree, changes: ValueChanges): Steps<Tree> {
  let after = tree;
  let step = new Map<ByteText, Bytes | undefined>();
  for (const [key, value] of changes) {
    step.set(key, value);
    if (step.size < KEYS_OF_STEP) continue;
    after = updateTree(after, step);
    step = new Map();
    yield;
  }
  after = updateTree(after, step);
  yield* hashingTree(after);
  return after;
}

/** Collects changes of a trie, and applies them together as soon as there are enough for a step. */
class Changes<V> {
  #changes: TrieChange<V>[] = [];

  constructor(private trie: Trie<V>) {}

  *add(change: TrieChange<V>): Steps<void> {
    this.#changes.push(change);
    if (this.#changes.length < KEYS_OF_STEP) return;
    this.end();
    yield;
  }

  /** Applies the remaining changes, and returns the trie. */
  end(): Trie<V> {
    this.trie = updateTrie(this.trie, this.#changes);
    this.#changes = [];
    return this.trie;
  }
}
