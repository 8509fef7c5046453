/** Finds the block after which a fork begins: the node's answer, or what it answered an earlier run while it is away. */
import { HalleyError } from '../../kernel/errors.js';
import type { BegunFork } from './begin_fork.js';
import type { CacheFolder } from './cache_folder.js';
import type { ChosenBlock } from './choose_block.js';
import type { ForkPoint } from './fork_point.js';
import { rememberedPoint, rememberPoint } from './remotes_index.js';

export interface Opening extends ChosenBlock {
  /** Tells whether the node itself gave the block just now. */
  readonly isFresh: boolean;
}

/** Opens a fork at a block that was known before. */
export const goingOn = (point: ForkPoint): Opening => ({
  ...{ point, newest: undefined, transactions: [], isFresh: false },
});

export class OpeningBlock {
  /** Is the block that the node gave an earlier run for the number; undefined where the options name none. */
  readonly remembered: ForkPoint | undefined;

  constructor(
    private readonly begun: BegunFork,
    private readonly folder: CacheFolder | undefined,
  ) {
    const { url, number } = begun;
    const remotes = number !== undefined && number >= 0n ? folder?.remotes() : undefined;
    this.remembered = remotes && rememberedPoint(remotes, url, number as bigint);
    remotes?.close();
  }

  /** Waits for the block. Rejects as `chooseBlock` does, and not while the node is away if a block is remembered. */
  async chosen(warn: (text: string) => void): Promise<Opening> {
    try {
      const block = await this.begun.chosen;
      this.#remember(block.point);
      return { ...block, isFresh: true };
    } catch (error) {
      const isAway = error instanceof HalleyError && error.code === 'unavailable';
      if (!isAway || this.remembered === undefined) throw error;
      warn(`${error.message}: the fork uses what earlier runs fetched`);
      return goingOn(this.remembered);
    }
  }

  #remember(point: ForkPoint): void {
    const { url, number } = this.begun;
    if (number === undefined || number < 0n) return;
    this.folder?.renewRemotes();
    const remotes = this.folder?.remotes();
    if (remotes !== undefined) rememberPoint(remotes, url, point);
    remotes?.close();
  }
}
