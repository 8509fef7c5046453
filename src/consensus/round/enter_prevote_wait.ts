/** Waits after prevotes of more than two thirds without a majority: line 34 of the paper. */

import { Step } from '../round_step.js';
import type { StepDraft } from '../step_draft.js';
import { isAhead, takeStep } from './place.js';
import { schedule, stepDuration } from './timer.js';

export function enterPrevoteWait(draft: StepDraft, height: bigint, round: number): void {
  if (!isAhead(draft.round, height, round, Step.PrevoteWait)) return;
  schedule(draft, height, round, Step.PrevoteWait, stepDuration(draft.env.timeouts, Step.PrevoteWait, round));
  takeStep(draft, round, Step.PrevoteWait);
}
