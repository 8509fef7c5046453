/** Whether a block may follow on the chain: `validateBlock` and the evidence in it, once for each block and ledger. */
import { memoOf } from '../caches.js';
import type { DecidedState } from '../decided_state.js';
import type { Env } from '../env.js';
import { evidenceProblem } from '../evidence/check.js';
import { verifySignature } from '../signature/verify_signature.js';
import type { StepDraft } from '../step_draft.js';
import { validateBlock } from '../types/verify.js';
import type { WholeBlock } from '../types/whole_block.js';

/** What is wrong with a block on top of a ledger, undefined when nothing is. */
export function problemOf(
  env: Pick<Env, 'crypto' | 'caches'>,
  decidedState: DecidedState,
  whole: WholeBlock,
): string | undefined {
  const memo = memoOf(env.caches, whole);
  if (memo.judged?.decidedState === decidedState) return memo.judged.problem;
  const { block } = whole;
  const verify = verifySignature.bind(undefined, env);
  const problem =
    validateBlock(decidedState.chain, block, verify) ?? evidenceProblem(env, decidedState, block.evidence);
  memo.judged = { decidedState, problem };
  return problem;
}

/** What is wrong with the block on top of this node's chain. */
export const blockProblem = ({ env, state }: StepDraft, whole: WholeBlock): string | undefined =>
  problemOf(env, state.decidedState, whole);
