/** The lock and the valid value: `lockedValue` and `validValue` of the paper (consensus-engine.md 5.5). */
import { equalBytes } from '../../kernel/bytes.js';
import type { RoundState } from '../state.js';
import { emitEvent, type StepDraft } from '../step_draft.js';
import { type BlockId, equalPartSetHeaders } from '../types/block_id.js';
import { emptyPartSet } from '../types/part_set.js';
import type { WholeBlock } from '../types/whole_block.js';

/** Reports whether `whole` is the block that `id` names. */
export const isBlock = (whole: WholeBlock | undefined, id: BlockId): whole is WholeBlock =>
  whole !== undefined && (whole.id === id || equalBytes(whole.id.hash, id.hash));

export function lock(draft: StepDraft, whole: WholeBlock, round: number): void {
  draft.round.lockedRound = round;
  draft.round.lockedBlock = whole;
  emitEvent(draft, 'lock');
}

export function relock(draft: StepDraft, round: number): void {
  draft.round.lockedRound = round;
  emitEvent(draft, 'relock');
}

/** Drops the lock. It publishes the event even when nothing was locked, as CometBFT does. */
export function unlock(draft: StepDraft): void {
  draft.round.lockedRound = -1;
  draft.round.lockedBlock = undefined;
  emitEvent(draft, 'unlock');
}

/** Forgets the lock and the valid block, as only a byzantine validator does. It publishes no event. */
export function forgetLock({ round }: StepDraft): void {
  round.lockedRound = -1;
  round.lockedBlock = undefined;
  round.validRound = -1;
  round.validBlock = undefined;
}

export function setValid(draft: StepDraft, whole: WholeBlock, round: number): void {
  draft.round.validRound = round;
  draft.round.validBlock = whole;
}

/** Collects the parts of the block that `id` names. */
export function awaitParts(draft: StepDraft, id: BlockId): void {
  if (!collects(draft.round, id)) draft.round.proposalParts = emptyPartSet(id.parts);
}

/** Reports whether the parts that are being collected belong to the block that `id` names. */
export const collects = ({ proposalParts }: RoundState, id: BlockId): boolean =>
  proposalParts !== undefined && equalPartSetHeaders(proposalParts.header, id.parts);
