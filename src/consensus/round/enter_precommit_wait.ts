/** Precommits of more than two thirds, but not for a block: line 47 of the paper. The step itself does not change. */
import { notePlain, type Turn } from '../turn.js';
import { Step } from './step.js';
import { schedule, stepDuration } from './timer.js';

export function enterPrecommitWait(turn: Turn, height: bigint, round: number): void {
  const rs = turn.round;
  if (height !== rs.height || round < rs.round || (round === rs.round && rs.triggeredPrecommitWait)) return;
  schedule(turn, height, round, Step.PrecommitWait, stepDuration(turn.env.timeouts, Step.PrecommitWait, round));
  rs.triggeredPrecommitWait = true;
  notePlain(turn, 'step');
}
