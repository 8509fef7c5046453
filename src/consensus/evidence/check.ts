/** Whether evidence may stand in a block, or in the pool (CometBFT evidence/verify.go, evidence/pool.go CheckEvidence). */
import { formatTime } from '../../kernel/time.js';
import { recall } from '../chronicle.js';
import type { Env } from '../env.js';
import { evidenceHeight, evidenceName, isExpired, isPunished, type Ledger } from '../ledger.js';
import { type Evidence, validateEvidence } from '../types/evidence.js';
import { duplicateVoteProblem } from './duplicate_vote.js';

type Verifier = Pick<Env, 'crypto' | 'caches'>;

/** What is wrong with the evidence of a block on top of `ledger`; undefined when nothing is. */
export function evidenceProblem(env: Verifier, ledger: Ledger, list: readonly Evidence[]): string | undefined {
  const seen = new Set<string>();
  for (const evidence of list) {
    const hash = evidenceName(evidence);
    if (seen.has(hash)) return `evidence ${hash} is there twice`;
    seen.add(hash);
    const problem = singleProblem(env, ledger, evidence);
    if (problem !== undefined) return `evidence ${hash}: ${problem}`;
  }
  return undefined;
}

function singleProblem(env: Verifier, ledger: Ledger, evidence: Evidence): string | undefined {
  const { chain, past } = ledger;
  const problem = validateEvidence(evidence);
  if (problem !== undefined) return problem;
  const height = evidenceHeight(evidence);
  const then = recall(past, height);
  if (then === undefined) return `height ${height} is not known here`;
  if (isPunished(ledger, evidence)) return 'it is in a block already';
  if (evidence.timestamp !== then.time)
    return `its time is ${formatTime(evidence.timestamp)}, height ${height} had ${formatTime(then.time)}`;
  if (isExpired(chain, height, then.time)) return 'it is too old';
  if (evidence.type === 'light-client-attack') return 'light client attacks are not judged';
  return duplicateVoteProblem(env, chain.chainId, evidence, then);
}
