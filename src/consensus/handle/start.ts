/** Starts a validator, or restarts it from its persisted state: its timer has to be set again. */

import { rearm } from '../round/timer.js';
import { Step } from '../round_step.js';
import type { StepDraft } from '../step_draft.js';
import { isAlive } from './timeout.js';

export function handleStart(draft: StepDraft): void {
  const { round, state, now } = draft;
  if (round.step === Step.NewHeight) {
    rearm(draft, round.height, 0, Step.NewHeight, round.startTime - now);
    return;
  }
  const { timer } = state;
  if (timer !== undefined && isAlive(round, timer)) rearm(draft, timer.height, timer.round, timer.step, timer.duration);
}
