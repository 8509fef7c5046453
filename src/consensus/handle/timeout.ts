/** A timeout fires: lines 57–67 of the paper. One that lies behind where the validator stands is ignored. */
import { Step } from '../round/step.js';
import type { RoundState } from '../state.js';
import type { Timeout } from '../timeout.js';
import { notePlain, plan, type Turn } from '../turn.js';

export function isAlive(rs: RoundState, { height, round, step }: Timeout): boolean {
  if (height !== rs.height || round < rs.round) return false;
  return round > rs.round || step >= rs.step;
}

export function handleTimeout(turn: Turn, timeout: Timeout): void {
  if (!isAlive(turn.round, timeout)) return;
  const { height, round, step } = timeout;
  switch (step) {
    case Step.NewHeight:
      plan(turn, { enter: 'NewRound', height, round: 0 });
      return;
    case Step.NewRound:
      plan(turn, { enter: 'Propose', height, round });
      return;
    case Step.Propose:
      notePlain(turn, 'timeout propose');
      plan(turn, { enter: 'Prevote', height, round });
      return;
    case Step.PrevoteWait:
      notePlain(turn, 'timeout wait');
      plan(turn, { enter: 'Precommit', height, round });
      return;
    case Step.PrecommitWait:
      notePlain(turn, 'timeout wait');
      plan(turn, { enter: 'Precommit', height, round }, { enter: 'NewRound', height, round: round + 1 });
      return;
    case Step.Prevote:
    case Step.Precommit:
    case Step.Commit:
      return;
  }
}
