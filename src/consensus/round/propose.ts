/** Signs and sends a proposal and the parts of its block. */

import { type StepDraft, sendToAll } from '../step_draft.js';
import type { WholeBlock } from '../types/whole_block.js';
import { signProposal } from './sign.js';

/** Offers `whole` in the current round; a block that has a polka is offered with the polka's round. */
export function propose(draft: StepDraft, whole: WholeBlock): void {
  const { height, round, validRound } = draft.round;
  const proposal = signProposal(draft, whole.id, validRound);
  if (proposal === undefined) return;
  sendToAll(draft, { type: 'proposal', proposal });
  for (const part of whole.parts.parts) if (part !== undefined) sendToAll(draft, { type: 'part', height, round, part });
}
