/** Handles the application's reply: the step that sent the call resumes. */
import { InvariantViolation, invariant } from '../../kernel/errors.js';
import type { AbciReply } from '../input.js';
import { prevote } from '../round/enter_prevote.js';
import { reachPropose } from '../round/enter_propose.js';
import { beginNextHeight } from '../round/finalize.js';
import { newBlock } from '../round/new_block.js';
import { propose } from '../round/propose.js';
import type { StepDraft } from '../step_draft.js';

export function handleReply(draft: StepDraft, reply: AbciReply): void {
  const question = draft.state.awaiting;
  if (question?.type !== reply.type) throw new InvariantViolation(`${reply.type} is no answer to ${question?.type}`);
  draft.state.awaiting = undefined;
  switch (reply.type) {
    case 'prepareProposal':
      invariant(question.type === 'prepareProposal', 'no block is awaited');
      propose(draft, newBlock(draft, question.request, reply.txs));
      reachPropose(draft);
      return;
    case 'processProposal':
      prevote(draft, reply.accept ? draft.round.proposalBlock : undefined);
      return;
    case 'finalizeBlock':
      invariant(question.type === 'finalizeBlock', 'no decision is awaited');
      beginNextHeight(draft, question.decided, reply.response);
      return;
  }
}
