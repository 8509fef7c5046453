/**
 * The one timer of a validator (CometBFT consensus/ticker.go). A new timeout replaces the last scheduled one, fired or
 * not, only when its height, round and step come strictly after that one's.
 */
import type { ConsensusTimeouts } from '../env.js';
import type { Timeout } from '../input.js';
import { RoundStep } from '../round_step.js';
import { emit, type StepDraft } from '../step_draft.js';

/** Returns the duration of a step in nanoseconds; every round has more time than the one before. */
export function stepDuration(timeouts: ConsensusTimeouts, step: 3 | 5 | 7, round: number): bigint {
  const r = BigInt(round);
  switch (step) {
    case RoundStep.Propose:
      return timeouts.propose + timeouts.proposeDelta * r;
    case RoundStep.PrevoteWait:
      return timeouts.prevote + timeouts.prevoteDelta * r;
    case RoundStep.PrecommitWait:
      return timeouts.precommit + timeouts.precommitDelta * r;
  }
}

/** Schedules a timeout after `duration`, if its position comes after the last scheduled one. */
export function schedule(draft: StepDraft, height: bigint, round: number, step: RoundStep, duration: bigint): void {
  const last = draft.state.timer;
  if (last !== undefined && !comesAfter(height, round, step, last)) return;
  rearm(draft, height, round, step, duration);
}

/** Sets the timer whatever the last timeout was. */
export function rearm(draft: StepDraft, height: bigint, round: number, step: RoundStep, duration: bigint): void {
  const wait = duration > 0n ? duration : 0n;
  const timeout: Timeout = { height, round, step, at: draft.now + wait, duration: wait };
  draft.state.timer = timeout;
  emit(draft, { type: 'schedule', timeout });
}

function comesAfter(height: bigint, round: number, step: RoundStep, last: Timeout): boolean {
  if (height !== last.height) return height > last.height;
  if (round !== last.round) return round > last.round;
  return step > last.step;
}
