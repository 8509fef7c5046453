/**
 * Brings an index of a chain's heights up to date on request: it adds new heights, and recognizes a revert by the
 * hashes of blocks.
 */
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import type { SearchSource } from './source.js';

/** Heights between remembered hashes; after a revert, at most so many heights are read again. */
const STRIDE = 64n;

export interface HeightIndex {
  /** Receives every height in order, from the lowest. */
  append(height: bigint): void;
  /** Removes every height above `height`. */
  truncate(height: bigint): void;
}

interface Checkpoint {
  readonly height: bigint;
  readonly hash: Bytes;
}

export class IndexFollower {
  /** Checkpoints, ascending: multiples of the stride, and the last height that was reached. */
  readonly #checkpoints: Checkpoint[] = [];
  #reached: bigint;

  constructor(
    private readonly source: SearchSource,
    private readonly following: HeightIndex,
  ) {
    this.#reached = source.base - 1n;
  }

  /** Reads up to the newest height. */
  catchUp(): void {
    const { source, following } = this;
    if (this.#goBack() === source.height) return;
    while (this.#reached < source.height) {
      const height = this.#reached + 1n;
      following.append(height);
      this.#reached = height;
      if (height % STRIDE === 0n || height === source.height) this.#remember(height);
    }
  }

  /** Returns to the newest height that the chain still has. */
  #goBack(): bigint {
    while (this.#checkpoints.length > 0 && !this.#holds(this.#checkpoints.at(-1) as Checkpoint))
      this.#checkpoints.pop();
    const common = this.#checkpoints.at(-1)?.height ?? this.source.base - 1n;
    if (common < this.#reached) this.following.truncate(common);
    this.#reached = common;
    return common;
  }

  #holds({ height, hash }: Checkpoint): boolean {
    const stored = this.source.block(height);
    return stored !== undefined && equalBytes(stored.blockId.hash, hash);
  }

  #remember(height: bigint): void {
    const last = this.#checkpoints.at(-1);
    if (last !== undefined && last.height % STRIDE !== 0n) this.#checkpoints.pop();
    const stored = this.source.block(height);
    invariant(stored !== undefined, `height ${height} is in the block store`);
    this.#checkpoints.push({ height, hash: stored.blockId.hash });
  }
}
