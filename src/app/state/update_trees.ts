/**
 * Applies the changes of a height to its trees, in steps that are each much shorter than a slice. Nodes are hashed here too,
 * so that reading a root costs nothing.
 */
import type { Account } from '../../evm/account.js';
import { type ByteText, bytesOfText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Steps } from '../../kernel/steps.js';
import { ACCOUNT_WRITER, SLOT_WRITER, TrieAccount } from './account.js';
import { securePath } from './secure_path.js';
import { hashingTree } from './tree/hashing.js';
import type { Tree } from './tree/node.js';
import { treeRemove, treeSet } from './tree/update.js';
import { hashingTrie } from './trie/hashing.js';
import { type Trie, trieGet } from './trie/node.js';
import { type TrieChange, updateTrie } from './trie/update.js';

/** Holds new values by key. Undefined removes a key. */
export type ValueChanges = ReadonlyMap<ByteText, Bytes | undefined>;

/** Holds an account after the change, and the slots that changed. */
export interface AccountChange {
  readonly account: Account | undefined;
  readonly slots: ValueChanges | undefined;
}

export type AccountChanges = ReadonlyMap<ByteText, AccountChange>;
export type StateTrie = Trie<TrieAccount>;

/** Limits how many keys one step changes, unless the caller runs all steps in one go. */
const KEYS_OF_STEP = 64;

/** Returns the trie of accounts after the changes. One descent makes the changes of `keysOfStep` keys. */
export function* updatingAccounts(
  trie: StateTrie,
  accounts: AccountChanges,
  keysOfStep = KEYS_OF_STEP,
): Steps<StateTrie> {
  const changes = new Changes<TrieAccount>(trie, keysOfStep);
  for (const [address, { account, slots }] of accounts) {
    const path = securePath(address);
    if (account === undefined) yield* changes.add({ path, value: undefined });
    else {
      const before = trieGet(trie, path)?.storage;
      const storage = slots === undefined ? before : yield* updatingSlots(before, slots, keysOfStep);
      yield* changes.add({ path, value: new TrieAccount(account, storage) });
    }
  }
  const after = changes.end();
  yield* hashingTrie(after, ACCOUNT_WRITER);
  return after;
}

function* updatingSlots(storage: Trie<Bytes>, slots: ValueChanges, keysOfStep: number): Steps<Trie<Bytes>> {
  const changes = new Changes<Bytes>(storage, keysOfStep);
  for (const [slot, value] of slots) yield* changes.add({ path: securePath(slot), value });
  const after = changes.end();
  yield* hashingTrie(after, SLOT_WRITER);
  return after;
}

/** Returns the tree of a store after the changes. */
export function* updatingTree(tree: Tree, changes: ValueChanges): Steps<Tree> {
  let after = tree;
  let written = 0;
  for (const [key, value] of changes) {
    after = value === undefined ? treeRemove(after, key) : treeSet(after, key, () => bytesOfText(key), value);
    if (++written % KEYS_OF_STEP === 0) yield;
  }
  yield* hashingTree(after);
  return after;
}

/** Collects changes of a trie, and applies them together when there are enough for a step. */
class Changes<V> {
  #changes: TrieChange<V>[] = [];

  constructor(
    private trie: Trie<V>,
    private readonly keysOfStep: number,
  ) {}

  *add(change: TrieChange<V>): Steps<void> {
    this.#changes.push(change);
    if (this.#changes.length < this.keysOfStep) return;
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
