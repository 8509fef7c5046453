/** Blocks on demand. */

/** Times in whole seconds. */
export interface EvmMiningRequest {
  readonly blocks: number;
  /** The first one's time, since 1970; undefined: as the clock says. */
  readonly timestamp?: bigint | undefined;
  /** From each one's time to that of the next; undefined: as the clock says. */
  readonly interval?: bigint | undefined;
  /** How much later than without it the first one is. */
  readonly delay?: bigint | undefined;
}

export interface EvmMining {
  /**
   * So many blocks now, in every pace; the first holds what waits. Answers the height of the last one, or of the newest
   * one when none is asked for. Throws HalleyError for what cannot be asked for, and then nothing has changed.
   */
  mineBlocks(request: EvmMiningRequest): Promise<bigint>;
}
