/** Messages overtake each other: each takes a random time longer. */
import { concerns, type FaultContext, type OnLinks, type Parcel } from './fault.js';

export interface Reorder extends OnLinks {
  readonly type: 'reorder';
  /** Nanoseconds; the longest extra delay. */
  readonly within: bigint;
}

/** Extra delays are multiples of this fraction of `within`. */
const GRAIN = 1000;

export function reorder(fault: Reorder, parcel: Parcel, { draw }: FaultContext): readonly Parcel[] {
  if (!concerns(fault, parcel)) return [parcel];
  return [{ ...parcel, delay: parcel.delay + (fault.within * BigInt(draw(GRAIN + 1))) / BigInt(GRAIN) }];
}
