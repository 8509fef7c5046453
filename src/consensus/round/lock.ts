/** The lock and the valid value: `lockedValue` and `validValue` of the paper (consensus-engine.md 5.5). */
import { equalBytes } from '../../kernel/bytes.js';
import type { RoundState } from '../state.js';
import { notePlain, type Turn } from '../turn.js';
import { type BlockId, equalPartSetHeaders } from '../types/block_id.js';
import { emptyPartSet } from '../types/part_set.js';
import type { WholeBlock } from '../types/whole_block.js';

/** Whether `whole` is the block that `id` names. */
export const isBlock = (whole: WholeBlock | undefined, id: BlockId): whole is WholeBlock =>
  whole !== undefined && equalBytes(whole.id.hash, id.hash);

export function lock(turn: Turn, whole: WholeBlock, round: number): void {
  turn.round.lockedRound = round;
  turn.round.lockedBlock = whole;
  notePlain(turn, 'lock');
}

export function relock(turn: Turn, round: number): void {
  turn.round.lockedRound = round;
  notePlain(turn, 'relock');
}

/** Says so even when nothing was locked, as CometBFT does. */
export function unlock(turn: Turn): void {
  turn.round.lockedRound = -1;
  turn.round.lockedBlock = undefined;
  notePlain(turn, 'unlock');
}

export function setValid(turn: Turn, whole: WholeBlock, round: number): void {
  turn.round.validRound = round;
  turn.round.validBlock = whole;
}

/** Collects the parts of the block that `id` names. */
export function awaitParts(turn: Turn, id: BlockId): void {
  if (!collects(turn.round, id)) turn.round.proposalParts = emptyPartSet(id.parts);
}

/** Whether the parts that are being collected are those of the block that `id` names. */
export const collects = ({ proposalParts }: RoundState, id: BlockId): boolean =>
  proposalParts !== undefined && equalPartSetHeaders(proposalParts.header, id.parts);
