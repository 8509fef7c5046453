/**
 * Finds the block after which a fork begins: from the node, or while it is unreachable from its response to an earlier
 * run.
 */
import { HalleyError } from '../../kernel/errors.js';
import type { BegunFork } from './begin_fork.js';
import type { CacheFolder } from './cache_folder.js';
import type { ChosenBlock } from './choose_block.js';
import type { ForkPoint } from './fork_point.js';
import { rememberedPoint, rememberPoint } from './remotes_index.js';

export interface Opening extends ChosenBlock {
  /** Is true when the node itself has just returned the block. */
  readonly isFresh: boolean;
}

/** Opens a fork at a block that is already known. */
export const goingOn = (point: ForkPoint): Opening => ({
  ...{ point, newest: undefined, transactions: [], isFresh: false },
});

export class OpeningBlock {
  /** Is the block that the node returned to an earlier run for the number; undefined if the options give no number. */
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

  /**
   * Waits for the block. Rejects as `chooseBlock` does, except that a remembered block is used while the node is
   * unreachable.
   */
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
