/** Drops selected messages, which makes a silent proposer, a missing vote or a missing block. */
import type { Message } from '../../consensus/message.js';
import { VoteType } from '../../consensus/types/vote.js';
import { concerns, type Draw, defineFault, type Envelope, type OnLinks } from '../fault.js';

/** Selects messages; all conditions that are present must match. */
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

function matches(fault: Drop, envelope: Envelope): boolean {
  const facts = factsOf(envelope.message);
  return (
    concerns(fault, envelope) &&
    (fault.message === undefined || fault.message === envelope.message.type) &&
    (fault.voteType === undefined || fault.voteType === facts.voteType) &&
    (fault.height === undefined || fault.height === facts.height) &&
    (fault.round === undefined || fault.round === facts.round)
  );
}

function draw({ random, links }: Draw): Drop {
  const kind = random.below(4);
  if (kind === 0) return { type: 'drop', message: 'proposal', ...links };
  if (kind === 1) return { type: 'drop', message: 'part', ...links };
  const voteType = kind === 2 ? VoteType.Prevote : VoteType.Precommit;
  return { type: 'drop', message: 'vote', voteType, ...links };
}

export const fault = defineFault<Drop>({
  type: 'drop',
  transform: (fault, envelope) => (matches(fault, envelope) ? [] : [envelope]),
  transient: { places: [6, 7, 8, 9], draw },
});
