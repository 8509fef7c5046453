/**
 * CometBFT's names of the steps of a round in their order; the first one has the number 1 (consensus-engine.md 5.1).
 */
export const ROUND_STEPS = [
  'NewHeight',
  'NewRound',
  'Propose',
  'Prevote',
  'PrevoteWait',
  'Precommit',
  'PrecommitWait',
  'Commit',
] as const;

export type RoundStepName = (typeof ROUND_STEPS)[number];
