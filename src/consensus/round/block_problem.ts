/**
 * Decides whether a block may follow on the chain: `validateBlock` and its evidence, checked once for each block and
 * decided state.
 */
import { memoOf } from '../caches.js';
import type { DecidedState } from '../decided_state.js';
import type { Verifier } from '../env.js';
import { evidenceProblem } from '../evidence/check.js';
import { verifySignature } from '../signature/verify_signature.js';
import type { StepDraft } from '../step_draft.js';
import { validateBlock } from '../types/verify_commit.js';
import type { WholeBlock } from '../types/whole_block.js';

/** Returns the problem of a block on top of a decided state; undefined when there is none. */
export function problemOf(env: Verifier, decidedState: DecidedState, whole: WholeBlock): string | undefined {
  const memo = memoOf(env.caches, whole);
  if (memo.judged?.decidedState === decidedState) return memo.judged.problem;
  const { block } = whole;
  const verify = verifySignature.bind(undefined, env);
  const problem =
    validateBlock(decidedState.chain, block, verify, env.decided) ?? evidenceProblem(env, decidedState, block.evidence);
  memo.judged = { decidedState, problem };
  return problem;
}

/** Returns the problem of the block on top of this node's chain; undefined when there is none. */
export const blockProblem = ({ env, state }: StepDraft, whole: WholeBlock): string | undefined =>
  problemOf(env, state.decidedState, whole);
