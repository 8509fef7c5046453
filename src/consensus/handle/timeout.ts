/** Handles a timeout: lines 57–67 of the paper. A timeout for an earlier height, round or step is ignored. */
import { Step } from '../round_step.js';
import type { RoundState } from '../state.js';
import { emitEvent, plan, type StepDraft } from '../step_draft.js';
import type { Timeout } from '../timeout.js';

export function isAlive(rs: RoundState, { height, round, step }: Timeout): boolean {
  if (height !== rs.height || round < rs.round) return false;
  return round > rs.round || step >= rs.step;
}

export function handleTimeout(draft: StepDraft, timeout: Timeout): void {
  if (!isAlive(draft.round, timeout)) return;
  const { height, round, step } = timeout;
  switch (step) {
    case Step.NewHeight:
      plan(draft, { enter: 'NewRound', height, round: 0 });
      return;
    case Step.NewRound:
      plan(draft, { enter: 'Propose', height, round });
      return;
    case Step.Propose:
      emitEvent(draft, 'timeout propose');
      plan(draft, { enter: 'Prevote', height, round });
      return;
    case Step.PrevoteWait:
      emitEvent(draft, 'timeout wait');
      plan(draft, { enter: 'Precommit', height, round });
      return;
    case Step.PrecommitWait:
      emitEvent(draft, 'timeout wait');
      plan(draft, { enter: 'Precommit', height, round }, { enter: 'NewRound', height, round: round + 1 });
      return;
    case Step.Prevote:
    case Step.Precommit:
    case Step.Commit:
      return;
  }
}
