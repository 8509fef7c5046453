/**
 * Handles a part of a block (CometBFT addProposalBlockPart, handleCompleteProposal). The last part moves the round on.
 */
import type { Message } from '../message.js';
import { isBlock, setValid } from '../round/lock.js';
import { isProposalComplete } from '../round/proposal_complete.js';
import { acceptPart, wholeBlock } from '../round/whole_block.js';
import { Step } from '../round_step.js';
import { emit, miss, plan, refuse, type StepDraft } from '../step_draft.js';
import { prevotesOf } from '../tally/height_votes.js';
import { isNilBlockId } from '../types/block_id.js';
import { effectiveMaxBytes } from '../types/limits.js';
import { isComplete } from '../types/part_set.js';

type PartMessage = Extract<Message, { type: 'part' }>;

/** Adds the part to the awaited block. A part of another round is accepted too, because blocks are proposed again. */
export function handleBlockPart(draft: StepDraft, message: PartMessage): void {
  const rs = draft.round;
  if (message.height !== rs.height) {
    if (message.height > rs.height) miss(draft, message);
    return;
  }
  if (rs.proposalParts === undefined) {
    miss(draft, message);
    return;
  }
  const added = acceptPart(draft.env.caches, rs.proposalParts, message.part);
  if ('error' in added) {
    refusePart(draft, message, added.error);
    return;
  }
  if (added.set === rs.proposalParts) return;
  const most = effectiveMaxBytes(draft.state.decidedState.chain.params.block.maxBytes);
  rs.proposalParts = added.set;
  if (BigInt(added.set.byteSize) > most) {
    refuse(draft, `block has ${added.set.byteSize} bytes, at most ${most}`);
    return;
  }
  if (isComplete(added.set)) completeBlock(draft);
}

/** Refuses a part of this round only: parts of other rounds' blocks may still be in flight. */
function refusePart(draft: StepDraft, message: PartMessage, error: string): void {
  if (message.round === draft.round.round) refuse(draft, error);
  miss(draft, message);
}

function completeBlock(draft: StepDraft): void {
  const rs = draft.round;
  if (rs.proposalParts === undefined) return;
  const whole = wholeBlock(draft.env.caches, rs.proposalParts);
  if ('error' in whole) {
    refuse(draft, whole.error);
    return;
  }
  rs.proposalBlock = whole;
  const { height, round, step } = rs;
  const { id: blockId } = whole;
  emit(draft, {
    type: 'note',
    note: { type: 'proposal complete', node: draft.env.node, height, round, step, blockId },
  });
  useCompleteBlock(draft);
}

function useCompleteBlock(draft: StepDraft): void {
  const rs = draft.round;
  const { height, round } = rs;
  const polka = prevotesOf(rs.votes, round)?.majority;
  if (polka !== undefined && !isNilBlockId(polka) && rs.validRound < round && isBlock(rs.proposalBlock, polka))
    setValid(draft, rs.proposalBlock, round);
  if (rs.step <= Step.Propose && isProposalComplete(rs)) {
    if (polka !== undefined) plan(draft, { enter: 'Precommit', height, round });
    plan(draft, { enter: 'Prevote', height, round });
  } else if (rs.step === Step.Commit) plan(draft, { enter: 'Finalize' });
}
