/**
 * Chooses the timestamp of an own vote (consensus-engine.md 4.1): the clock's time, but later than the voted block's
 * where a median of such times is the next block's.
 */
import { NANOS_PER_MILLISECOND, type UnixNanos } from '../../kernel/time.js';
import type { StepDraft } from '../step_draft.js';
import { pbtsEnabled } from '../types/pbts.js';

/** Least step from a block's time to a vote on it (`time_iota`), in nanoseconds. */
export const VOTE_TIME_STEP = NANOS_PER_MILLISECOND;

export function voteTime({ now, round, state }: StepDraft): UnixNanos {
  const { feature } = state.decidedState.chain.params;
  if (feature && pbtsEnabled(feature, round.height)) return now;
  const about = round.lockedBlock ?? round.proposalBlock;
  if (about === undefined) return now;
  const least = about.block.header.time + VOTE_TIME_STEP;
  return now > least ? now : least;
}
