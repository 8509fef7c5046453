/** Whether evidence may stand in a block, or in the pool (CometBFT evidence/verify.go, evidence/pool.go CheckEvidence). */
import { formatTime } from '../../kernel/time.js';
import { recall } from '../chronicle.js';
import type { Env } from '../env.js';
import { evidenceHeight, evidenceName, isExpired, isPunished, type Ledger } from '../ledger.js';
import { type Evidence, validateEvidence } from '../types/evidence.js';
import { duplicateVoteProblem } from './duplicate_vote.js';
import { lightClientAttackProblem, type TrustedHeader } from './light_client_attack.js';

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
  if (evidence.type === 'duplicate-vote') return duplicateVoteProblem(env, chain.chainId, evidence, then);
  const trusted = signedHeader(ledger, evidence.conflictingBlock.header.height);
  if (trusted === undefined || signedHeader(ledger, height) === undefined)
    return `there is no block with its commit to compare with at height ${evidence.conflictingBlock.header.height}`;
  return lightClientAttackProblem(env, chain.chainId, evidence, then, trusted);
}

/** Our header of a height, or our newest one when that is not reached, with its commit. */
function signedHeader({ chain, past }: Ledger, wanted: bigint): TrustedHeader | undefined {
  const newest = chain.lastBlockHeight - 1n;
  const height = wanted > chain.lastBlockHeight ? newest : wanted;
  const header = recall(past, height)?.header;
  const commit = recall(past, height + 1n)?.lastCommit;
  return header === undefined || commit === undefined ? undefined : { header, commit };
}
