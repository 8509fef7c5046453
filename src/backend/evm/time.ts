/** Time of future blocks, in whole seconds. Changes apply when the next height starts. */
export interface EvmTime {
  /** Resolves to the chain's offset from its host's clock. Throws HalleyError for a time that no block can have. */
  increaseTime(seconds: bigint): Promise<bigint>;
  /**
   * Sets the clock, which continues from there. Resolves to the seconds by which it moved forward. Throws HalleyError
   * for a time before the newest block's.
   */
  setTime(timestamp: bigint): Promise<bigint>;
  /** Sets only the next block's time. Throws HalleyError when it is not after the newest block's. */
  setNextTime(timestamp: bigint): Promise<void>;
  /** Sets the time between blocks; undefined means the clock decides. Resolves to whether there was an interval. */
  setTimeInterval(seconds: bigint | undefined): Promise<boolean>;
}
