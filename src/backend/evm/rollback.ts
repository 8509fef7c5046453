/** Back to where the chain was, without a snapshot of it. */
export interface EvmRollback {
  /** To the first block, with nothing of what came after it. */
  reset(): Promise<void>;
  /** Takes so many of the newest blocks back. Throws HalleyError beyond the first block. */
  rollback(depth: bigint): Promise<void>;
}
