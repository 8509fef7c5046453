/** Drops selected messages, which makes a silent proposer, a missing vote or a missing block. */
import type { Message } from '../../consensus/input.js';
import type { Vote, VoteType } from '../../consensus/types/vote.js';
import type { Bytes } from '../../kernel/bytes.js';
import { oneOf, optional } from '../../kernel/fault_parameter.js';
import {
  concerns,
  type Draw,
  defineFault,
  type Envelope,
  type FaultContext,
  isAt,
  type OnLinks,
  type OnVotes,
  VOTE_TYPES,
} from '../fault.js';
import { LINK_PARAMETERS, node, PLACE_PARAMETERS, VOTE_PARAMETER } from '../fault_parameter.js';

type MessageName = 'proposal' | 'part' | 'vote' | 'majority' | 'catch-up' | 'evidence';

/** Selects messages; all conditions that are present must match. */
export interface Drop extends OnLinks, OnVotes {
  readonly type: 'drop';
  readonly message?: MessageName;
  /** Selects votes by the validator that signed them; relayed votes too. */
  readonly signer?: number;
}

const MESSAGE_TYPES: Readonly<Record<MessageName, Message['type']>> = {
  proposal: 'proposal',
  part: 'part',
  vote: 'vote',
  majority: 'majority',
  'catch-up': 'catch up',
  evidence: 'evidence',
};

interface Facts {
  readonly height?: bigint;
  readonly round?: number;
  readonly voteType?: VoteType;
  readonly signer?: Bytes;
}

const factsOfVote = ({ height, round, type, validatorAddress }: Vote): Facts => ({
  height,
  round,
  voteType: type,
  signer: validatorAddress,
});

function factsOf(message: Message): Facts {
  switch (message.type) {
    case 'vote':
      return factsOfVote(message.vote);
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

function matches(fault: Drop, envelope: Envelope, context: FaultContext): boolean {
  const facts = factsOf(envelope.message);
  return (
    concerns(fault, envelope) &&
    (fault.message === undefined || MESSAGE_TYPES[fault.message] === envelope.message.type) &&
    (fault.vote === undefined || VOTE_TYPES[fault.vote] === facts.voteType) &&
    isAt(fault, facts) &&
    (fault.signer === undefined || (facts.signer !== undefined && fault.signer === context.indexOf(facts.signer)))
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
    message: optional(oneOf('Selects the kind of message; without it, every kind.', Object.keys(MESSAGE_TYPES))),
    vote: VOTE_PARAMETER,
    signer: optional(
      node('Selects votes by the validator that signed them; they are dropped when others relay them too.'),
    ),
    ...PLACE_PARAMETERS,
    ...LINK_PARAMETERS,
  },
  links: (fault) => fault,
  transform: (fault, envelope, context) => (matches(fault, envelope, context) ? [] : [envelope]),
  transient: { places: [6, 7, 8, 9], draw },
});
