/** Provides networks of four validators, of whom two are byzantine, that decide two blocks at height 1. */
import type { Fault } from '../../src/simulation/index.js';

export interface Fork {
  /** Two byzantine validators. */
  readonly byzantine: readonly [number, number];
  readonly faults: Readonly<Record<string, Fault>>;
}

/**
 * The proposer v0 sends two blocks, v0 and v1 vote for both, and no message passes between the honest v2 and v3
 * (consensus-engine.md 6).
 */
export const EQUIVOCATION: Fork = {
  byzantine: [0, 1],
  faults: {
    proposer: { type: 'double-proposal', node: 0 },
    first: { type: 'equivocate', node: 0 },
    second: { type: 'equivocate', node: 1 },
    apart: { type: 'drop', from: [2, 3], to: [2, 3] },
  },
};

/**
 * v0 alone sees the precommits of round 0 and decides. v2 and v3 forget their locks, so v1, v2 and v3 decide another
 * block in round 1 (consensus-engine.md 6).
 */
export const AMNESIA: Fork = {
  byzantine: [2, 3],
  faults: {
    first: { type: 'amnesia', node: 2 },
    second: { type: 'amnesia', node: 3 },
    // v1 lacks the block of round 0, so it locks nothing and proposes a new block in round 1.
    blind: { type: 'drop', message: 'part', round: 0, to: [1] },
    // No other validator learns of the decision of v0.
    mute: { type: 'drop', message: 'vote', vote: 'precommit', from: [0] },
    silent: { type: 'drop', message: 'catch-up', from: [0] },
  },
};
