/** Reverts the chain to an earlier state without a snapshot. */
export interface EvmRollback {
  /** Reverts to the first block and removes everything after it. */
  reset(): Promise<void>;
  /** Reverts the given number of blocks. Throws HalleyError beyond the first block. */
  rollback(depth: bigint): Promise<void>;
}
