/** Whether a block may follow on the chain: `validateBlock` and the evidence in it, once for each block and ledger. */

import type { Env } from '../env.js';
import { evidenceProblem } from '../evidence/check.js';
import type { Ledger } from '../ledger.js';
import type { WholeBlock } from '../state.js';
import type { Turn } from '../turn.js';
import type { Block } from '../types/block.js';
import { validateBlock } from '../types/verify.js';
import { verifySignature } from './verify.js';

/** What is wrong with a block on top of a ledger, undefined when nothing is. */
export function problemOf(env: Pick<Env, 'crypto' | 'caches'>, ledger: Ledger, block: Block): string | undefined {
  const known = env.caches.judged.get(block);
  if (known !== undefined && known.ledger === ledger) return known.problem;
  const verify = verifySignature.bind(undefined, env);
  const problem = validateBlock(ledger.chain, block, verify) ?? evidenceProblem(env, ledger, block.evidence);
  env.caches.judged.set(block, { ledger, problem });
  return problem;
}

/** What is wrong with the block on top of this node's chain. */
export const blockProblem = ({ env, state }: Turn, { block }: WholeBlock): string | undefined =>
  problemOf(env, state.ledger, block);
