/** Chosen messages never arrive: a silent proposer, one late vote, a missing block. */
import type { Message } from '../../consensus/message.js';
import type { VoteType } from '../../consensus/types/vote.js';
import { concerns, type OnLinks, type Parcel } from './fault.js';

/** Every condition that is present must hold. */
export interface Drop extends OnLinks {
  readonly type: 'drop';
  readonly message?: Message['type'];
  readonly voteType?: VoteType;
  readonly height?: bigint;
  readonly round?: number;
}

interface Facts {
  readonly height?: bigint;
  readonly round?: number;
  readonly voteType?: VoteType;
}

function factsOf(message: Message): Facts {
  switch (message.type) {
    case 'vote':
      return { height: message.vote.height, round: message.vote.round, voteType: message.vote.type };
    case 'proposal':
      return message.proposal;
    case 'part':
    case 'majority':
      return message;
    case 'catch up':
      return { height: message.commit.height, round: message.commit.round };
    case 'evidence':
      return {};
  }
}

export function drop(fault: Drop, parcel: Parcel): readonly Parcel[] {
  const facts = factsOf(parcel.message);
  const matches =
    concerns(fault, parcel) &&
    (fault.message === undefined || fault.message === parcel.message.type) &&
    (fault.voteType === undefined || fault.voteType === facts.voteType) &&
    (fault.height === undefined || fault.height === facts.height) &&
    (fault.round === undefined || fault.round === facts.round);
  return matches ? [] : [parcel];
}
