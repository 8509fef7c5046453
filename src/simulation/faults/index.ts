/** All faults by name: adding one is a file and a line in each of the two tables. */
import { type Delay, delay } from './delay.js';
import { type DoubleProposal, doubleProposal } from './double_proposal.js';
import { type Drop, drop } from './drop.js';
import { type Duplicate, duplicate } from './duplicate.js';
import { type Equivocate, equivocate } from './equivocate.js';
import type { FaultContext, Parcel } from './fault.js';
import { type Loss, loss } from './loss.js';
import { isSevered, type Partition } from './partition.js';
import { type Reorder, reorder } from './reorder.js';
import type { Skew } from './skew.js';

export type Fault = Partition | Delay | Loss | Drop | Reorder | Duplicate | Skew | Equivocate | DoubleProposal;

/** What becomes of a parcel under one fault. */
export function applyFault(fault: Fault, parcel: Parcel, context: FaultContext): readonly Parcel[] {
  switch (fault.type) {
    case 'partition':
      return isSevered(fault, parcel.from, parcel.to) ? [] : [parcel];
    case 'delay':
      return delay(fault, parcel);
    case 'loss':
      return loss(fault, parcel, context);
    case 'drop':
      return drop(fault, parcel);
    case 'reorder':
      return reorder(fault, parcel, context);
    case 'duplicate':
      return duplicate(fault, parcel, context);
    case 'equivocate':
      return equivocate(fault, parcel, context);
    case 'double proposal':
      return doubleProposal(fault, parcel, context);
    case 'skew':
      return [parcel];
  }
}

/** The node that a fault makes dishonest; what it says is not held against the protocol. */
export function byzantineNode(fault: Fault): number | undefined {
  return fault.type === 'equivocate' || fault.type === 'double proposal' ? fault.node : undefined;
}
