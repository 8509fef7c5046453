/**
 * Keeps something made of the heights of a chain in step with it, when asked to: catches up with new heights, and notices
 * by the hashes of blocks that the chain went back and took another way.
 */
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import type { SearchSource } from './source.js';

/** Heights between the hashes that are remembered; so many heights at most are read again after a revert. */
const STRIDE = 64n;

export interface HeightIndex {
  /** Called with every height in order, from the lowest. */
  append(height: bigint): void;
  /** Forgets every height above `height`. */
  truncate(height: bigint): void;
}

interface Checkpoint {
  readonly height: bigint;
  readonly hash: Bytes;
}

export class IndexFollower {
  /** Ascending: multiples of the stride, and the last height that was reached. */
  readonly #checkpoints: Checkpoint[] = [];
  #reached: bigint;

  constructor(
    private readonly source: SearchSource,
    private readonly following: HeightIndex,
  ) {
    this.#reached = source.base - 1n;
  }

  /** Until the newest height. */
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

  /** To the newest height that the chain still holds. */
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
