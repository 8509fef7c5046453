/** Handles a proposal (CometBFT defaultSetProposal). It only announces the parts: they move the round on. */
import type { Message } from '../input.js';
import { isOwn } from '../signature/own_signature.js';
import { verifyProposal } from '../signature/verify_signature.js';
import { miss, refuse, type StepDraft } from '../step_draft.js';
import { maxParts } from '../types/limits.js';
import { emptyPartSet } from '../types/part_set.js';
import { type Proposal, validateProposal } from '../types/proposal.js';
import { proposer } from '../types/validator_set.js';

export function handleProposal(draft: StepDraft, message: Extract<Message, { type: 'proposal' }>): void {
  const { proposal } = message;
  const rs = draft.round;
  if (proposal.height !== rs.height || proposal.round !== rs.round) {
    if (proposal.height > rs.height || (proposal.height === rs.height && proposal.round > rs.round))
      miss(draft, message);
    return;
  }
  if (rs.proposal !== undefined) return;
  const problem = proposalProblem(draft, proposal);
  if (problem !== undefined) {
    refuse(draft, problem);
    return;
  }
  rs.proposal = proposal;
  rs.proposalReceiveTime = draft.now;
  // The node may already collect parts of a block that is decided or has a polka in this round.
  rs.proposalParts ??= emptyPartSet(proposal.blockId.parts);
}

function proposalProblem({ env, state, round }: StepDraft, proposal: Proposal): string | undefined {
  const { chain } = state.decidedState;
  const { pubKey } = proposer(round.validators);
  // A proposal that a key of this process signed is well formed; reading its signature would compute it.
  const problem = isOwn(proposal, pubKey) ? undefined : validateProposal(proposal);
  if (problem !== undefined) return problem;
  if (!verifyProposal(env, chain.chainId, pubKey, proposal))
    return `proposal of ${proposal.height}/${proposal.round} is not signed by the proposer`;
  const most = maxParts(chain.params.block.maxBytes);
  const { total } = proposal.blockId.parts;
  return total > most ? `proposal has ${total} parts, at most ${most}` : undefined;
}
