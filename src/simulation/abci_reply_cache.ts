/**
 * The application's answers, kept so that each distinct question is asked once. There is one application for all nodes,
 * and it stands after the tip: a node that is behind cannot ask it about an older height, so such questions are answered
 * from what was decided.
 */

import type { AbciCall } from '../consensus/effect.js';
import { recall } from '../consensus/height_history.js';
import type { AbciReply } from '../consensus/input.js';
import { equalBytes } from '../kernel/bytes.js';
import { InvariantViolation } from '../kernel/errors.js';
import type { Core } from './core.js';
import type { ProposalStatus } from './decided_height.js';
import type { NodeAbciCall } from './progress.js';

/** Undefined when the host must answer. */
export function cachedReply(core: Core, node: number, question: AbciCall): AbciReply | undefined {
  switch (question.type) {
    case 'prepareProposal':
      // Its block will never be decided: the height is.
      return question.request.height <= core.lastDecidedHeight ? { type: question.type, txs: [] } : undefined;
    case 'processProposal': {
      const accept = cachedStatus(core, question.request.height, question.request.hash);
      return accept === undefined ? undefined : { type: question.type, accept };
    }
    case 'finalizeBlock': {
      const { height, hash } = question.request;
      if (height > core.lastDecidedHeight) return undefined;
      const past = recall(core.history, height);
      if (past === undefined)
        throw new InvariantViolation(`node ${node} finalizes height ${height}, which nobody remembers`);
      if (!equalBytes(past.decided.blockId.hash, hash))
        throw new InvariantViolation(
          `agreement: node ${node} finalizes another block at height ${height} than was decided`,
        );
      return { type: question.type, response: past.response };
    }
  }
}

function cachedStatus(core: Core, height: bigint, hash: Uint8Array): boolean | undefined {
  const isThis = (proposalStatus: ProposalStatus): boolean =>
    proposalStatus.height === height && equalBytes(proposalStatus.hash, hash);
  if (height > core.lastDecidedHeight) return core.proposalStatuses.find(isThis)?.accept;
  const past = recall(core.history, height);
  if (past === undefined) return false;
  if (equalBytes(past.decided.blockId.hash, hash)) return true;
  return past.proposalStatuses.find(isThis)?.accept ?? false;
}

/** Keeps what the application said of a proposal; its answer to a decision is kept with the decision. */
export function rememberReply(core: Core, ask: NodeAbciCall, reply: AbciReply): void {
  if (ask.type !== 'processProposal' || reply.type !== 'processProposal') return;
  const { height, hash } = ask.request;
  core.proposalStatuses = [...core.proposalStatuses, { height, hash, accept: reply.accept }];
}
