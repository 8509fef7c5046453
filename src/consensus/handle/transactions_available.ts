/** Handles the mempool's first transaction while empty blocks are not wanted (consensus-engine.md 5.6). */
import { NANOS_PER_MILLISECOND } from '../../kernel/time.js';
import { schedule } from '../round/timer.js';
import { needsProofBlock } from '../round/wait_for_transactions.js';
import { Step } from '../round_step.js';
import { plan, type StepDraft } from '../step_draft.js';

/**
 * Between two heights this sets a timer that replaces the one for the new height. When it fires, the engine goes
 * straight to Propose, and that height publishes no NewRound. CometBFT does the same.
 */
export function handleTransactionsAvailable(draft: StepDraft): void {
  const { height, round, step, startTime } = draft.round;
  if (round !== 0) return;
  if (step === Step.NewRound) {
    plan(draft, { enter: 'Propose', height, round: 0 });
    return;
  }
  if (step !== Step.NewHeight || needsProofBlock(draft)) return;
  schedule(draft, height, 0, Step.NewRound, startTime - draft.now + NANOS_PER_MILLISECOND);
}
