/** Signing and sending a proposal and the parts of its block. */

import { sendToAll, type Turn } from '../turn.js';
import type { WholeBlock } from '../types/whole_block.js';
import { signProposal } from './sign.js';

/** Offers `whole` in the current round; a block with a polka behind it is offered with the round of the polka. */
export function propose(turn: Turn, whole: WholeBlock): void {
  const { height, round, validRound } = turn.round;
  const proposal = signProposal(turn, whole.id, validRound);
  if (proposal === undefined) return;
  sendToAll(turn, { type: 'proposal', proposal });
  for (const part of whole.parts.parts) if (part !== undefined) sendToAll(turn, { type: 'part', height, round, part });
}
