/**
 * Applies the operations of a large batch in slices, so that other work of the process can run between them. Readers
 * cannot observe a partly applied batch in memory: they read its records only before it, or after its height is
 * published.
 */
import { setImmediate as afterIo } from 'node:timers/promises';
import type { WriteOp } from './store.js';

/** Operations that run without a pause, which is about a millisecond of work. */
export const OPS_OF_SLICE = 1000;

/** Calls `apply` with each operation. There is no pause when there are at most `OPS_OF_SLICE` operations. */
export async function inSlicesOfOps(ops: readonly WriteOp[], apply: (op: WriteOp) => void): Promise<void> {
  for (let at = 0; at < ops.length; at++) {
    if (at > 0 && at % OPS_OF_SLICE === 0) await afterIo();
    apply(ops[at] as WriteOp);
  }
}
