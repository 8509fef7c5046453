/** Converts the engine events of the observed node to events of the CometBFT RPC (consensus-rpc.md 8.1 and 8.2). */

import type { PlainRoundEventName, RoundEvent } from '../../backend/comet.js';
import { roundEvent } from '../../chain/events.js';
import type { PlainEngineEvent } from '../../consensus/engine_event.js';
import type { NodeEvent } from '../../simulation/index.js';

const PLAIN_EVENTS: Readonly<Record<PlainEngineEvent, PlainRoundEventName>> = {
  step: 'NewRoundStep',
  'valid block': 'ValidBlock',
  polka: 'Polka',
  lock: 'Lock',
  relock: 'Relock',
  unlock: 'Unlock',
  'timeout propose': 'TimeoutPropose',
  'timeout wait': 'TimeoutWait',
};

/**
 * Returns undefined for what CometBFT does not publish: conflicting votes, refused messages, and what the platform does
 * with a decision.
 */
export function roundEventOf(note: NodeEvent): RoundEvent | undefined {
  switch (note.type) {
    case 'newRound': {
      const { height, round, step, proposer, proposerIndex } = note;
      return roundEvent({ type: 'NewRound', height, round, step, proposer, proposerIndex });
    }
    case 'proposal complete': {
      const { height, round, step, blockId } = note;
      return roundEvent({ type: 'CompleteProposal', height, round, step, blockId });
    }
    case 'vote':
      return roundEvent({ type: 'Vote', vote: note.vote });
    case 'step':
    case 'valid block':
    case 'polka':
    case 'lock':
    case 'relock':
    case 'unlock':
    case 'timeout propose':
    case 'timeout wait': {
      const { height, round, step } = note;
      return roundEvent({ type: PLAIN_EVENTS[note.type], height, round, step });
    }
    case 'accuse':
    case 'refused':
    case 'committed':
    case 'jumped':
      return undefined;
  }
}
