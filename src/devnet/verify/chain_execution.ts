/** Executes the heights of one chain again, whatever its store has of each block. */
import type { WriteOp } from '../../storage/store.js';

/** Result of a height. */
export interface ExecutedHeight {
  readonly txs: number;
  /** Records that the height makes. */
  readonly writes: readonly WriteOp[];
}

/** Executes the next height. Returns undefined when it cannot be executed, which is reported. */
export type ExecuteHeight = (height: bigint) => Promise<ExecutedHeight | undefined>;

export interface ChainExecution {
  readonly chainId: string;
  readonly initialHeight: bigint;
  /** First records of the chain. */
  readonly writes: readonly WriteOp[];
  /** Begins to execute the heights up to `tip`. */
  begin(tip: bigint): ExecuteHeight;
}
