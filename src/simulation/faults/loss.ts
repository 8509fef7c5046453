/** Messages get lost by chance. */
import { concerns, type FaultContext, type OnLinks, type Parcel } from './fault.js';

export interface Loss extends OnLinks {
  readonly type: 'loss';
  readonly percent: number;
}

export const loss = (fault: Loss, parcel: Parcel, { draw }: FaultContext): readonly Parcel[] =>
  concerns(fault, parcel) && draw(100) < fault.percent ? [] : [parcel];
