/** Whether a block may follow on the chain: `validateBlock` and the evidence in it, once for each block and ledger. */
import { evidenceProblem } from '../evidence/check.js';
import type { WholeBlock } from '../state.js';
import type { Turn } from '../turn.js';
import { validateBlock } from '../types/verify.js';
import { verifySignature } from './verify.js';

/** What is wrong with the block on top of this node's chain, undefined when nothing is. */
export function blockProblem({ env, state }: Turn, { block }: WholeBlock): string | undefined {
  const { ledger } = state;
  const known = env.caches.judged.get(block);
  if (known !== undefined && known.ledger === ledger) return known.problem;
  const verify = verifySignature.bind(undefined, env);
  const problem = validateBlock(ledger.chain, block, verify) ?? evidenceProblem(env, ledger, block.evidence);
  env.caches.judged.set(block, { ledger, problem });
  return problem;
}
