/**
 * Caches the application's replies, so that each distinct request runs once for all nodes. One application serves all
 * nodes, and its state follows the last decided height. It cannot serve an older height, so a node that is behind
 * receives replies derived from what was decided.
 */

import type { ProcessProposalRequest } from '../abci/application.js';
import type { AbciCall } from '../consensus/effect.js';
import { recall } from '../consensus/height_history.js';
import type { AbciReply } from '../consensus/input.js';
import type { Vote } from '../consensus/types/vote.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../kernel/bytes.js';
import { invariant } from '../kernel/errors.js';
import type { Core } from './core.js';
import type { ProposalStatus } from './decided_height.js';
import type { NodeAbciCall } from './progress.js';

/** Returns the reply that is known already, or undefined when the host must run the application. */
export function cachedReply(core: Core, question: AbciCall): AbciReply | undefined {
  switch (question.type) {
    case 'prepareProposal':
      // The height is decided already, so no transaction of this proposal is executed.
      return question.request.height <= core.lastDecidedHeight ? { type: question.type, txs: [] } : undefined;
    case 'processProposal': {
      const accept = cachedStatus(core, question.request);
      return accept === undefined ? undefined : { type: question.type, accept };
    }
    // One application serves all nodes, so a validator that precommits after the height's decision has nothing to add.
    case 'extendVote':
      return question.request.height <= core.lastDecidedHeight
        ? { type: question.type, voteExtension: EMPTY_BYTES }
        : undefined;
    case 'verifyVoteExtension': {
      const accept = checkedExtension(core, question.vote);
      return accept === undefined ? undefined : { type: question.type, accept };
    }
    case 'finalizeBlock': {
      const { height } = question.request;
      if (height > core.lastDecidedHeight) return undefined;
      const past = recall(core.history, height);
      invariant(past !== undefined, `the history does not retain height ${height}`);
      return { type: question.type, response: past.response };
    }
  }
}

/**
 * Returns whether the application accepts the extension of a vote, if that is known. It is asked when the vote is sent.
 * It cannot check a vote of a decided height, which is accepted.
 */
function checkedExtension(core: Core, vote: Vote): boolean | undefined {
  const isDecided = vote.height <= core.lastDecidedHeight;
  const statuses = isDecided ? recall(core.history, vote.height)?.extensionStatuses : core.extensionStatuses;
  const known = statuses?.find((status) => isAbout(status.vote, vote))?.accept;
  return known ?? (isDecided || undefined);
}

/** Reports whether two votes have the same extension. Their times may differ. */
const isAbout = (a: Vote, b: Vote): boolean =>
  a.validatorIndex === b.validatorIndex &&
  a.round === b.round &&
  a.height === b.height &&
  equalBytes(a.blockId.hash, b.blockId.hash) &&
  equalBytes(extensionOf(a), extensionOf(b));

const extensionOf = ({ extension }: Vote): Bytes => extension?.bytes ?? EMPTY_BYTES;

/** Returns the call that checks an extended vote which a node sends; undefined when the result is known or not needed. */
export function extensionCheck(core: Core, from: number, vote: Vote): NodeAbciCall | undefined {
  if (core.nodes.length === 1 || checkedExtension(core, vote) !== undefined) return undefined;
  const { height, validatorAddress, blockId } = vote;
  const request = { hash: blockId.hash, validatorAddress, height, voteExtension: extensionOf(vote) };
  return { node: from, type: 'verifyVoteExtension', request, from, vote };
}

/**
 * Returns whether the application accepts a proposal, if that is known. It cannot check a proposal of a decided height,
 * which is rejected. Only where the chain may fork, a block without transactions can be decided there.
 */
function cachedStatus(core: Core, { height, hash, txs }: ProcessProposalRequest): boolean | undefined {
  const isThis = (proposalStatus: ProposalStatus): boolean =>
    proposalStatus.height === height && equalBytes(proposalStatus.hash, hash);
  if (height > core.lastDecidedHeight) return core.proposalStatuses.find(isThis)?.accept;
  const past = recall(core.history, height);
  if (past === undefined) return false;
  if (equalBytes(past.decided.blockId.hash, hash)) return true;
  // The application cannot check another block of a decided height. An empty one is accepted, so that only the engine's
  // locks prevent a second decision, as on a real chain.
  return past.proposalStatuses.find(isThis)?.accept ?? txs.length === 0;
}

/**
 * Remembers whether the application accepted a proposal or an extension. The response to a decision is stored with the
 * decision.
 */
export function rememberReply(core: Core, ask: NodeAbciCall, reply: AbciReply): void {
  if (ask.type === 'verifyVoteExtension' && reply.type === 'verifyVoteExtension')
    core.extensionStatuses = [...core.extensionStatuses, { vote: ask.vote, accept: reply.accept }];
  if (ask.type !== 'processProposal' || reply.type !== 'processProposal') return;
  const { height, hash } = ask.request;
  core.proposalStatuses = [...core.proposalStatuses, { height, hash, accept: reply.accept }];
}
