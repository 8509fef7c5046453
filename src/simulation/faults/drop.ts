/** Drops selected messages, which makes a silent proposer, a missing vote or a missing block. */
import type { Message } from '../../consensus/message.js';
import type { VoteType } from '../../consensus/types/vote.js';
import {
  concerns,
  type Draw,
  defineFault,
  type Envelope,
  isAt,
  type OnLinks,
  type OnVotes,
  VOTE_TYPES,
} from '../fault.js';
import { LINK_PARAMETERS, oneOf, optional, PLACE_PARAMETERS, VOTE_PARAMETER } from '../fault_parameter.js';

type MessageName = 'proposal' | 'part' | 'vote' | 'majority' | 'catch up' | 'evidence';

/** Selects messages; all conditions that are present must match. */
export interface Drop extends OnLinks, OnVotes {
  readonly type: 'drop';
  readonly message?: MessageName;
}

const MESSAGE_TYPES = [
  'proposal',
  'part',
  'vote',
  'majority',
  'catch up',
  'evidence',
] as const satisfies readonly MessageName[];

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
    (fault.message === undefined || (fault.message satisfies Message['type']) === envelope.message.type) &&
    (fault.vote === undefined || VOTE_TYPES[fault.vote] === facts.voteType) &&
    isAt(fault, facts)
  );
}

function draw({ random, links }: Draw): Drop {
  const kind = random.below(4);
  if (kind === 0) return { type: 'drop', message: 'proposal', ...links };
  if (kind === 1) return { type: 'drop', message: 'part', ...links };
  return { type: 'drop', message: 'vote', vote: kind === 2 ? 'prevote' : 'precommit', ...links };
}

export const fault = defineFault<Drop>({
  type: 'drop',
  summary: 'Drops the messages that match every condition.',
  parameters: {
    message: optional(oneOf('Selects the kind of message; without it, every kind.', MESSAGE_TYPES)),
    vote: VOTE_PARAMETER,
    ...PLACE_PARAMETERS,
    ...LINK_PARAMETERS,
  },
  transform: (fault, envelope) => (matches(fault, envelope) ? [] : [envelope]),
  transient: { places: [6, 7, 8, 9], draw },
});
