/**
 * The trees of every retained height. Those of the last heights are held by reference, which costs what each height
 * changed. Older ones are rebuilt when a proof needs them and checked against the roots of their height; a few of them
 * are cached.
 */
import type { ByteText } from '../../kernel/byte_text.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HeightCache } from '../../kernel/caches.js';
import { HalleyError } from '../../kernel/errors.js';
import { finish, type Steps } from '../../kernel/steps.js';
import { ACCOUNT_WRITER } from './account.js';
import { type Archive, versionAt } from './archive.js';
import { type Commitment, emptyCommitment } from './commitment.js';
import type { FlatState, StateValue, Table } from './flat.js';
import { Multistore, type MultistoreName } from './multistore.js';
import { type Tree, treeRoot } from './tree/node.js';
import { trieRoot } from './trie/hash.js';
import { STORE_NAMES, type StoreName } from './types.js';
import {
  type AccountChange,
  type AccountChanges,
  type StateTrie,
  updatingAccounts,
  updatingTree,
  type ValueChanges,
} from './update_trees.js';

/** Default number of heights whose trees are held. */
export const DEFAULT_RECENT_HEIGHTS = 64;
/** Most rebuilt heights that are cached. */
const MAX_REBUILT = 4;

interface Rebuilt {
  trie?: StateTrie;
  readonly trees: Partial<Record<StoreName, Tree>>;
}

/**
 * Returns the keys of the table that changed after `height`, with their values at `height`. A scan of the cells in
 * memory finds these keys, one comparison each; only they are read from the archive.
 */
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

/** Returns the changes that make the latest tree of a store that of an old height. */
const storeBackAt = (archive: Archive, table: Table<Bytes>, height: number): Steps<ValueChanges> =>
  changedSince(archive, table, height);

function* accountsBackAt(archive: Archive, flat: FlatState, height: number): Steps<AccountChanges> {
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

export class TreeHistory {
  private readonly recent: HeightCache<Commitment>;
  /** Rebuilt trees by height. The most recently used height comes last. */
  private readonly rebuilt = new Map<number, Rebuilt>();
  private tip: Commitment = emptyCommitment();

  constructor(
    private readonly flat: FlatState,
    private readonly archive: Archive,
    private readonly heights: number,
  ) {
    this.recent = new HeightCache(heights);
  }

  get latest(): Commitment {
    return this.tip;
  }

  append(height: number, commitment: Commitment): void {
    this.recent.set(height, commitment);
    this.tip = commitment;
  }

  /** Prepares a revert, while the tables are still those of the heights above. The function that it returns reverts. */
  *revertingTo(height: number, latest: number): Steps<() => void> {
    const commitment = yield* this.making(height);
    return () => {
      for (let h = latest; h > height && h > latest - this.heights; h--) this.recent.delete(h);
      for (const h of [...this.rebuilt.keys()]) if (h > height) this.rebuilt.delete(h);
      this.recent.set(height, commitment);
      this.tip = commitment;
    };
  }

  /** Returns all trees of a height, and rebuilds those that are missing. */
  private *making(height: number): Steps<Commitment> {
    const held = this.recent.get(height);
    if (held !== undefined) return held;
    const trees: Partial<Record<StoreName, Tree>> = {};
    for (const name of STORE_NAMES) trees[name] = yield* this.makingTree(height, name);
    const trie = yield* this.makingTrie(height);
    const { stateRoot } = this.archive.record(height);
    return { trie, trees: trees as Commitment['trees'], stateRoot, multistore: this.multistoreAt(height) };
  }

  trieAt(height: number): StateTrie {
    return finish(this.makingTrie(height));
  }

  /** Does the same as `trieAt`, in steps. */
  *makingTrie(height: number): Steps<StateTrie> {
    const held = this.recent.get(height);
    if (held !== undefined) return held.trie;
    const known = this.rebuiltAt(height);
    if (!('trie' in known)) {
      const changes = yield* accountsBackAt(this.archive, this.flat, height);
      const trie = yield* updatingAccounts(this.tip.trie, changes);
      mustEqual(height, 'state root', trieRoot(trie, ACCOUNT_WRITER), this.archive.record(height).stateRoot);
      known.trie = trie;
    }
    return known.trie;
  }

  treeAt(height: number, store: StoreName): Tree {
    const held = this.recent.get(height);
    return held === undefined ? finish(this.makingTree(height, store)) : held.trees[store];
  }

  private *makingTree(height: number, store: StoreName): Steps<Tree> {
    const { trees } = this.rebuiltAt(height);
    if (!(store in trees)) {
      const changes = yield* storeBackAt(this.archive, this.flat.stores[store], height);
      trees[store] = yield* updatingTree(this.tip.trees[store], changes);
    }
    return trees[store];
  }

  multistoreAt(height: number): Multistore {
    const held = this.recent.get(height);
    if (held !== undefined) return held.multistore;
    const { stateRoot, appHash } = this.archive.record(height);
    const roots = new Map<MultistoreName, Bytes>([['evm', stateRoot]]);
    for (const name of STORE_NAMES) roots.set(name, treeRoot(this.treeAt(height, name)));
    const multistore = Multistore.of(roots);
    mustEqual(height, 'app hash', multistore.appHash, appHash);
    return multistore;
  }

  appHashAt(height: number): Bytes {
    return this.recent.get(height)?.multistore.appHash ?? this.archive.record(height).appHash;
  }

  stateRootAt(height: number): Bytes {
    return this.recent.get(height)?.stateRoot ?? this.archive.record(height).stateRoot;
  }

  private rebuiltAt(height: number): Rebuilt {
    const known = this.rebuilt.get(height) ?? { trees: {} };
    this.rebuilt.delete(height);
    this.rebuilt.set(height, known);
    for (const oldest of this.rebuilt.keys()) if (this.rebuilt.size > MAX_REBUILT) this.rebuilt.delete(oldest);
    return known;
  }
}

function mustEqual(height: number, what: string, found: Bytes, expected: Bytes): void {
  if (!equalBytes(found, expected))
    throw new HalleyError('corrupt-store', `the ${what} rebuilt for height ${height} differs from the stored one`, {
      height,
    });
}
