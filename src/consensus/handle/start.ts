/** A validator starts, or starts again from what it had persisted: its timer has to be set again. */
import { Step } from '../round/step.js';
import { rearm } from '../round/timer.js';
import type { Turn } from '../turn.js';
import { isAlive } from './timeout.js';

export function handleStart(turn: Turn): void {
  const { round, state, now } = turn;
  if (round.step === Step.NewHeight) {
    rearm(turn, round.height, 0, Step.NewHeight, round.startTime - now);
    return;
  }
  const { timer } = state;
  if (timer !== undefined && isAlive(round, timer)) rearm(turn, timer.height, timer.round, timer.step, timer.duration);
}
