/**
 * Waits after precommits of more than two thirds that agree on no block: line 47 of the paper. The step itself does not
 * change.
 */

import { Step } from '../round_step.js';
import { emitEvent, type StepDraft } from '../step_draft.js';
import { schedule, stepDuration } from './timer.js';

export function enterPrecommitWait(draft: StepDraft, height: bigint, round: number): void {
  const rs = draft.round;
  if (height !== rs.height || round < rs.round || (round === rs.round && rs.triggeredPrecommitWait)) return;
  schedule(draft, height, round, Step.PrecommitWait, stepDuration(draft.env.timeouts, Step.PrecommitWait, round));
  rs.triggeredPrecommitWait = true;
  emitEvent(draft, 'step');
}
