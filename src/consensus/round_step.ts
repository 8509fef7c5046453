/** The steps of a round with CometBFT's numbers and names (consensus-engine.md 5.1). */
import { ROUND_STEPS, type RoundStepName } from '../kernel/round_steps.js';

export const RoundStep = {
  NewHeight: 1,
  NewRound: 2,
  Propose: 3,
  Prevote: 4,
  PrevoteWait: 5,
  Precommit: 6,
  /** Tags the precommit timeout only: a round state never has this step. */
  PrecommitWait: 7,
  Commit: 8,
} as const;
export type RoundStep = (typeof RoundStep)[keyof typeof RoundStep];

/** Returns CometBFT's name of the step, such as `RoundStepNewHeight`, without the prefix. */
export const stepName = (step: RoundStep): RoundStepName => ROUND_STEPS[step - 1] as RoundStepName;
