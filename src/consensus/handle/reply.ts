/** The application answers: the step that asked goes on where it stopped. */
import { InvariantViolation, invariant } from '../../kernel/errors.js';
import type { Reply } from '../input.js';
import { prevote } from '../round/enter_prevote.js';
import { reachPropose } from '../round/enter_propose.js';
import { beginNextHeight } from '../round/finalize.js';
import { newBlock } from '../round/new_block.js';
import { propose } from '../round/propose.js';
import type { Turn } from '../turn.js';

export function handleReply(turn: Turn, reply: Reply): void {
  const question = turn.state.awaiting;
  if (question?.type !== reply.type) throw new InvariantViolation(`${reply.type} is no answer to ${question?.type}`);
  turn.state.awaiting = undefined;
  switch (reply.type) {
    case 'prepareProposal':
      invariant(question.type === 'prepareProposal', 'no block is awaited');
      propose(turn, newBlock(turn, question.request, reply.txs));
      reachPropose(turn);
      return;
    case 'processProposal':
      prevote(turn, reply.accept ? turn.round.proposalBlock : undefined);
      return;
    case 'finalizeBlock':
      invariant(question.type === 'finalizeBlock', 'no decision is awaited');
      beginNextHeight(turn, question.decided, reply.response);
      return;
  }
}
