/** Mines blocks on demand. */

/** Requests blocks; all times are whole seconds. */
export interface EvmMiningRequest {
  readonly blocks: number;
  /** Time of the first block in Unix seconds. Default: the clock's. */
  readonly timestamp?: bigint | undefined;
  /** Time between blocks. Default: the clock's. */
  readonly interval?: bigint | undefined;
  /** Delays the first block's time by this much. */
  readonly delay?: bigint | undefined;
}

export interface EvmMining {
  /**
   * Mines the blocks now, in every mining mode; the first includes the pending transactions. Resolves to the height of
   * the last one, or of the newest one when `blocks` is 0. Throws HalleyError for an invalid request, which changes
   * nothing.
   */
  mineBlocks(request: EvmMiningRequest): Promise<bigint>;
}
