/**
 * Caches the application's replies, so that each distinct request runs once for all nodes. One application serves all
 * nodes, and its state follows the last decided height. It cannot serve an older height, so a node that is behind
 * receives replies derived from what was decided.
 */

import type { AbciCall } from '../consensus/effect.js';
import { recall } from '../consensus/height_history.js';
import type { AbciReply } from '../consensus/input.js';
import { equalBytes } from '../kernel/bytes.js';
import { InvariantViolation } from '../kernel/errors.js';
import type { Core } from './core.js';
import type { ProposalStatus } from './decided_height.js';
import type { NodeAbciCall } from './progress.js';

/** Returns the reply that is known already, or undefined when the host must run the application. */
export function cachedReply(core: Core, node: number, question: AbciCall): AbciReply | undefined {
  switch (question.type) {
    case 'prepareProposal':
      // The height is decided already, so this proposal can never be decided.
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
        throw new InvariantViolation(`node ${node} finalizes height ${height}, which the history does not retain`);
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

/** Remembers whether the application accepted a proposal. The response to a decision is stored with the decision. */
export function rememberReply(core: Core, ask: NodeAbciCall, reply: AbciReply): void {
  if (ask.type !== 'processProposal' || reply.type !== 'processProposal') return;
  const { height, hash } = ask.request;
  core.proposalStatuses = [...core.proposalStatuses, { height, hash, accept: reply.accept }];
}
