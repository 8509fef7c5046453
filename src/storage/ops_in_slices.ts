/**
 * A batch of many operations is worked off in slices, so that other work of the process runs between two of them. A reader
 * may see a part of a batch in memory: what a batch adds or removes is read only after the height that it belongs to is
 * published, or before.
 */
import { setImmediate as afterOthers } from 'node:timers/promises';
import type { WriteOp } from './port.js';

/** Operations that run without a pause: about a millisecond of work. */
export const OPS_OF_SLICE = 1000;

/** Hands each operation to `apply`. With no more than `OPS_OF_SLICE` operations nothing runs in between. */
export async function inSlicesOfOps(ops: readonly WriteOp[], apply: (op: WriteOp) => void): Promise<void> {
  for (let at = 0; at < ops.length; at++) {
    if (at > 0 && at % OPS_OF_SLICE === 0) await afterOthers();
    apply(ops[at] as WriteOp);
  }
}
