/** Compares the position of a round state with that of a transition: the guard with which every transition begins. */
import type { RoundStep } from '../round_step.js';
import type { RoundState } from '../state.js';
import { emitEvent, type StepDraft } from '../step_draft.js';

/** Reports whether `step` of `round` lies ahead of the state; a transition to any other position does nothing. */
export function isAhead(state: RoundState, height: bigint, round: number, step: RoundStep): boolean {
  if (height !== state.height || round < state.round) return false;
  return round > state.round || step > state.step;
}

/** Enters the step and publishes `NewRoundStep`. */
export function takeStep(draft: StepDraft, round: number, step: RoundStep): void {
  draft.round.round = round;
  draft.round.step = step;
  emitEvent(draft, 'step');
}
