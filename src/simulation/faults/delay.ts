/** Messages take longer on some links. */
import { concerns, type OnLinks, type Parcel } from './fault.js';

export interface Delay extends OnLinks {
  readonly type: 'delay';
  /** Nanoseconds on top of the usual delay. */
  readonly by: bigint;
}

export const delay = (fault: Delay, parcel: Parcel): readonly Parcel[] =>
  concerns(fault, parcel) ? [{ ...parcel, delay: parcel.delay + fault.by }] : [parcel];
