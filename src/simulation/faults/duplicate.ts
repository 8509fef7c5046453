/** Messages arrive twice by chance, the second time later. */
import { concerns, type FaultContext, type OnLinks, type Parcel } from './fault.js';

export interface Duplicate extends OnLinks {
  readonly type: 'duplicate';
  readonly percent: number;
  /** Nanoseconds between the two. */
  readonly after: bigint;
}

export const duplicate = (fault: Duplicate, parcel: Parcel, { draw }: FaultContext): readonly Parcel[] =>
  concerns(fault, parcel) && draw(100) < fault.percent
    ? [parcel, { ...parcel, delay: parcel.delay + fault.after }]
    : [parcel];
