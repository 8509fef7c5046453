/** Prevotes of more than two thirds, but no majority: line 34 of the paper. */
import type { Turn } from '../turn.js';
import { isAhead, takeStep } from './place.js';
import { Step } from './step.js';
import { schedule, stepDuration } from './timer.js';

export function enterPrevoteWait(turn: Turn, height: bigint, round: number): void {
  if (!isAhead(turn.round, height, round, Step.PrevoteWait)) return;
  schedule(turn, height, round, Step.PrevoteWait, stepDuration(turn.env.timeouts, Step.PrevoteWait, round));
  takeStep(turn, round, Step.PrevoteWait);
}
