/**
 * The trees of every kept height. Those of the last heights are held by reference, which costs what each height changed;
 * older ones are rebuilt when somebody asks for a proof, checked against the roots of their height, and a few of them
 * remembered.
 */
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { KeptByHeight } from '../../kernel/kept_by_height.js';
import { ACCOUNT_WRITER } from './account.js';
import type { Archive } from './archive.js';
import { type Commitment, emptyCommitment, type StateTrie, updateAccounts, updateTree } from './commitment.js';
import type { FlatState } from './flat.js';
import { Multistore, type MultistoreName } from './multistore.js';
import { accountsBackAt, storeBackAt } from './rebuild.js';
import { type Tree, treeRoot } from './tree/node.js';
import { trieRoot } from './trie/hash.js';
import { STORE_NAMES, type StoreName } from './types.js';

/** Heights whose trees are held when the option does not say otherwise. */
export const DEFAULT_RECENT_HEIGHTS = 64;
/** Rebuilt heights that are remembered. */
const MAX_REBUILT = 4;

interface Rebuilt {
  trie?: StateTrie;
  readonly trees: Partial<Record<StoreName, Tree>>;
}

export class TreeHistory {
  private readonly recent: KeptByHeight<Commitment>;
  /** Used last comes last. */
  private readonly rebuilt = new Map<number, Rebuilt>();
  private tip: Commitment = emptyCommitment();

  constructor(
    private readonly flat: FlatState,
    private readonly archive: Archive,
    heights: number,
  ) {
    this.recent = new KeptByHeight(heights);
  }

  get latest(): Commitment {
    return this.tip;
  }

  append(height: number, commitment: Commitment): void {
    this.recent.set(height, commitment);
    this.tip = commitment;
  }

  /** To be called while the tables are still those of the heights above. */
  revertTo(height: number, latest: number): () => void {
    const commitment = this.at(height);
    return () => {
      for (let h = height + 1; h <= latest; h++) this.recent.delete(h);
      for (const h of [...this.rebuilt.keys()]) if (h > height) this.rebuilt.delete(h);
      this.recent.set(height, commitment);
      this.tip = commitment;
    };
  }

  at(height: number): Commitment {
    const held = this.recent.get(height);
    if (held !== undefined) return held;
    const trees = Object.fromEntries(
      STORE_NAMES.map((name) => [name, this.treeAt(height, name)]),
    ) as Commitment['trees'];
    const { stateRoot } = this.archive.record(height);
    return { trie: this.trieAt(height), trees, stateRoot, multistore: this.multistoreAt(height) };
  }

  trieAt(height: number): StateTrie {
    const held = this.recent.get(height);
    if (held !== undefined) return held.trie;
    const known = this.rebuiltAt(height);
    if (!('trie' in known)) {
      const trie = updateAccounts(this.tip.trie, accountsBackAt(this.archive, this.flat, height));
      mustEqual(height, 'state root', trieRoot(trie, ACCOUNT_WRITER), this.archive.record(height).stateRoot);
      known.trie = trie;
    }
    return known.trie;
  }

  treeAt(height: number, store: StoreName): Tree {
    const held = this.recent.get(height);
    if (held !== undefined) return held.trees[store];
    const { trees } = this.rebuiltAt(height);
    if (!(store in trees))
      trees[store] = updateTree(this.tip.trees[store], storeBackAt(this.archive, this.flat.stores[store], height));
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
    throw new HalleyError('corrupt-store', `the ${what} rebuilt for height ${height} is not the one that was stored`, {
      height,
    });
}
