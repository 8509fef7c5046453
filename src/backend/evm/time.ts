/** The time of the blocks to come, in whole seconds. What is set acts when the next height starts. */
export interface EvmTime {
  /** Answers by how much the chain is ahead of its host's clock. Throws HalleyError for what no block can have. */
  increaseTime(seconds: bigint): Promise<bigint>;
  /**
   * The clock itself, which goes on from there. Answers by how much it was set forward. Throws HalleyError for a time
   * before the newest block's.
   */
  setTime(timestamp: bigint): Promise<bigint>;
  /** Of the next block alone. Throws HalleyError when that would not be after the newest block's. */
  setNextTime(timestamp: bigint): Promise<void>;
  /** From block to block; undefined: as the clock says. Answers whether there was an interval. */
  setTimeInterval(seconds: bigint | undefined): Promise<boolean>;
}
