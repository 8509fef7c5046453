/**
 * Handles a part of a block (CometBFT addProposalBlockPart, handleCompleteProposal). The last part moves the round on.
 */
import { CodecError } from '../../codec/protobuf/index.js';
import { type Caches, memoOf, ownerOf } from '../caches.js';
import type { Message } from '../input.js';
import { isBlock, setValid } from '../round/lock.js';
import { isProposalComplete } from '../round/propose.js';
import { RoundStep } from '../round_step.js';
import { emit, miss, plan, refuse, type StepDraft } from '../step_draft.js';
import { prevotesOf } from '../tally/height_votes.js';
import { decodeBlock, validateBlockBasic } from '../types/block.js';
import { equalPartSetHeaders, isNilBlockId } from '../types/block_id.js';
import { headerHash } from '../types/header.js';
import { effectiveMaxBytes } from '../types/limits.js';
import { type AddedPart, addPart, assemble, isComplete, type Part, type PartSet } from '../types/part_set.js';
import type { WholeBlock } from '../types/whole_block.js';

type PartMessage = Extract<Message, { type: 'part' }>;

/** Adds a part. The Merkle proof of a part is not checked again if it belongs to a known block with the same header. */
function acceptPart(caches: Caches, set: PartSet, part: Part): AddedPart {
  const owner = ownerOf(caches, part);
  if (owner === undefined || !equalPartSetHeaders(owner.parts.header, set.header)) return addPart(set, part);
  if (set.parts[part.index] !== undefined) return { set };
  const { header, count, byteSize } = set;
  const parts = set.parts.with(part.index, part);
  return { set: { header, parts, count: count + 1, byteSize: byteSize + part.bytes.length } };
}

/** Returns the block of a complete part set, one object for all nodes of a process, or the problem of its bytes. */
function wholeBlock(caches: Caches, parts: PartSet): WholeBlock | { readonly error: string } {
  const [first] = parts.parts;
  const owner = first === undefined ? undefined : ownerOf(caches, first);
  if (owner !== undefined && equalPartSetHeaders(owner.parts.header, parts.header)) return owner;
  try {
    const block = decodeBlock(assemble(parts));
    const problem = validateBlockBasic(block);
    if (problem !== undefined) return { error: problem };
    const whole = { block, parts, id: { hash: headerHash(block.header), parts: parts.header } };
    return memoOf(caches, whole).whole;
  } catch (error) {
    if (error instanceof CodecError) return { error: error.message };
    throw error;
  }
}

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
  if (rs.step <= RoundStep.Propose && isProposalComplete(rs)) {
    if (polka !== undefined) plan(draft, { enter: 'Precommit', height, round });
    plan(draft, { enter: 'Prevote', height, round });
  } else if (rs.step === RoundStep.Commit) plan(draft, { enter: 'Finalize' });
}
