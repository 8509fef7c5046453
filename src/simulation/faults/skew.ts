/** A node's clock runs ahead or behind. It stamps votes and sets its timers by it; the world's time is not touched. */

export interface Skew {
  readonly type: 'skew';
  readonly node: number;
  /** Nanoseconds ahead of the world's clock; negative is behind. */
  readonly by: bigint;
}

/** How far the clock of a node is ahead, by all faults together. */
export function skewOf(faults: readonly { readonly fault: { readonly type: string } }[], node: number): bigint {
  let ahead = 0n;
  for (const { fault } of faults) if (isSkew(fault) && fault.node === node) ahead += fault.by;
  return ahead;
}

const isSkew = (fault: { readonly type: string }): fault is Skew => fault.type === 'skew';
