/** Changes one node by an event of it. */
import type { RoundEvent, RoundMessage } from '../../backend/rounds.js';
import {
  applyPlain,
  atHeight,
  beginRound,
  countVote,
  moveTo,
  type NodeView,
  settle,
  takeProposal,
} from './node_state.js';
import type { Powers } from './vote_set.js';

type EventOfNode = Extract<
  RoundEvent,
  readonly [
    'step' | 'newRound' | 'vote' | 'proposal' | 'plain' | 'timeout' | 'accuse' | 'refused' | 'jumped' | 'restarted',
    ...unknown[],
  ]
>;

/** Returns the node after the event. `received` is the message that the node received last. */
export function applyNodeEvent(
  node: NodeView,
  event: EventOfNode,
  powers: Powers,
  received: RoundMessage | undefined,
): NodeView {
  switch (event[0]) {
    case 'step':
      return moveTo(node, event[3], event[4], event[5]);
    case 'newRound':
      return beginRound(node, event[3], event[4], event[5]);
    case 'vote': {
      const [, , , height, round, type, validator, block] = event;
      // A late precommit of the height before belongs to the last commit.
      return height === node.height ? countVote(node, round, type, validator, block, powers) : node;
    }
    case 'proposal':
      return takeProposal(node, event[5]);
    case 'plain':
      return applyPlain(node, event[4], event[5]);
    case 'timeout': {
      const [, since, , height, round, step, until] = event;
      return { ...node, timeout: { height, round, step, since, until } };
    }
    case 'accuse': {
      const [, , , height, round, type, validator] = event;
      return height === node.height ? settle(node, round, type, validator, received) : node;
    }
    case 'refused':
      return node;
    case 'jumped':
      return atHeight(node, event[3]);
    case 'restarted':
      return { ...node, up: true };
  }
}
