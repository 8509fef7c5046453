/** Converts the engine events of the observed node to events of the CometBFT RPC (consensus-rpc.md 8.1 and 8.2). */

import type { RoundEvent } from '../../backend/comet.js';
import { roundEvent } from '../../chain/events.js';
import { isPlainEngineEvent, PLAIN_ROUND_EVENTS } from '../../consensus/types/round_event.js';
import type { NodeEvent } from '../../simulation/index.js';

/**
 * Returns undefined for what CometBFT does not publish: conflicting votes, refused messages, and what the platform does
 * with a decision.
 */
export function roundEventOf(note: NodeEvent): RoundEvent | undefined {
  if (isPlainEngineEvent(note)) {
    const { height, round, step } = note;
    return roundEvent({ type: PLAIN_ROUND_EVENTS[note.type], height, round, step });
  }
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
    case 'accuse':
    case 'refused':
    case 'committed':
    case 'conflicting commits':
    case 'jumped':
      return undefined;
  }
}
