/** Where a round state stands, and the guard that every transition begins with. */

import type { Step } from '../round_step.js';
import type { RoundState } from '../state.js';
import { emitEvent, type StepDraft } from '../step_draft.js';

/** Whether `step` of `round` lies ahead of where the state is; a transition to anywhere else does nothing. */
export function isAhead(state: RoundState, height: bigint, round: number, step: Step): boolean {
  if (height !== state.height || round < state.round) return false;
  return round > state.round || step > state.step;
}

/** Takes the step and says so: `NewRoundStep`. */
export function takeStep(draft: StepDraft, round: number, step: Step): void {
  draft.round.round = round;
  draft.round.step = step;
  emitEvent(draft, 'step');
}
