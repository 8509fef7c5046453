/**
 * Implements the SDK's multistore commitment: a simple Merkle map from store names to store roots, whose root is the
 * app hash. It holds levels of hashes, so that a block recomputes only what is above the roots that changed.
 */
import type { ExistenceProof, InnerOp } from '../../codec/merkle/ics23.js';
import { innerHash, leafHash } from '../../codec/merkle/index.js';
import { simpleMapLeaf } from '../../codec/merkle/simple_map.js';
import { type Bytes, concatBytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import { STORE_NAMES, type StoreName } from './types.js';

export type MultistoreName = StoreName | 'evm';

/** Store names in the order of the leaves, which is sorted. */
const NAMES: readonly MultistoreName[] = ([...STORE_NAMES, 'evm'] as const).toSorted();
const KEYS: readonly Bytes[] = NAMES.map(utf8);
const INDEX_OF = Object.fromEntries(NAMES.map((name, i) => [name, i])) as Record<MultistoreName, number>;
const LEAF_PREFIX: Bytes = Uint8Array.of(0);
const INNER_PREFIX: Bytes = Uint8Array.of(1);

export type Roots = ReadonlyMap<MultistoreName, Bytes>;

export class Multistore {
  private constructor(
    private readonly roots: readonly Bytes[],
    /** Leaf hashes first; the last level is the root. */
    private readonly levels: readonly (readonly Bytes[])[],
  ) {}

  static of(roots: Roots): Multistore {
    const none = new Multistore([], [[]]);
    return none.with(roots);
  }

  /** Returns a multistore with these roots in place of the old ones. */
  with(changed: Roots): Multistore {
    const roots = [...this.roots];
    const leaves = [...(this.levels[0] as readonly Bytes[])];
    let dirty: number[] = [];
    for (const [name, value] of changed) {
      const at = INDEX_OF[name];
      const before = roots[at];
      if (before !== undefined && equalBytes(before, value)) continue;
      roots[at] = value;
      leaves[at] = leafHash(simpleMapLeaf({ key: KEYS[at] as Bytes, value }));
      dirty.push(at);
    }
    if (dirty.length === 0) return this;
    const levels = [leaves];
    for (let level = leaves; level.length > 1; levels.push(level)) {
      dirty = parentsOf(dirty);
      level = levelAbove(level, dirty, this.levels[levels.length]);
    }
    return new Multistore(roots, levels);
  }

  get appHash(): Bytes {
    return this.levels[this.levels.length - 1]?.[0] as Bytes;
  }

  /** Proves that `name` has its root. The proof verifies with ICS-23's `tendermintSpec`. */
  prove(name: MultistoreName): ExistenceProof {
    const leaf = NAMES.indexOf(name);
    const path: InnerOp[] = [];
    for (let depth = 0; depth + 1 < this.levels.length; depth++) {
      const at = Math.floor(leaf / 2 ** depth);
      const sibling = this.levels[depth]?.[at ^ 1];
      if (sibling === undefined) continue;
      path.push(
        at % 2 === 0
          ? { prefix: INNER_PREFIX, suffix: sibling }
          : { prefix: concatBytes(INNER_PREFIX, sibling), suffix: EMPTY_BYTES },
      );
    }
    return { key: KEYS[leaf] as Bytes, value: this.roots[leaf] as Bytes, leafPrefix: LEAF_PREFIX, path };
  }
}

/** Returns the parents of nodes, each once. */
const parentsOf = (nodes: readonly number[]): number[] => [...new Set(nodes.map((node) => node >> 1))];

/**
 * Hashes pairs of neighbours; an odd last node moves up unchanged. Nodes that are not dirty are taken from `before`.
 */
function levelAbove(level: readonly Bytes[], dirty: readonly number[], before: readonly Bytes[] = []): Bytes[] {
  const above = [...before];
  for (const node of dirty) {
    const [left, right] = [level[2 * node] as Bytes, level[2 * node + 1]];
    above[node] = right === undefined ? left : innerHash(left, right);
  }
  return above;
}
