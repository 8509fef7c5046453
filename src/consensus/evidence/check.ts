/**
 * Decides whether a block or the pool may hold evidence, with CometBFT's error texts (CometBFT evidence/verify.go,
 * evidence/pool.go).
 */
import { goTimeText } from '../../kernel/go_time.js';
import { type DecidedState, evidenceHeight, evidenceName, isCommitted, isExpired } from '../decided_state.js';
import type { Verifier } from '../env.js';
import { recall } from '../height_history.js';
import { type Evidence, type LightClientAttackEvidence, validateEvidence } from '../types/evidence.js';
import { duplicateVoteProblem } from './duplicate_vote.js';
import { lightClientAttackProblem, type TrustedHeader } from './light_client_attack.js';

/** Returns the first problem of the evidence of a block on top of `decidedState`; undefined when there is none. */
export function evidenceProblem(
  env: Verifier,
  decidedState: DecidedState,
  list: readonly Evidence[],
): string | undefined {
  const seen = new Set<string>();
  for (const evidence of list) {
    const name = evidenceName(evidence);
    if (isCommitted(decidedState, evidence)) return 'evidence was already committed';
    const problem = validateEvidence(evidence) ?? verifyEvidence(env, decidedState, evidence);
    if (problem !== undefined) return problem;
    if (seen.has(name)) return 'duplicate evidence';
    seen.add(name);
  }
  return undefined;
}

/**
 * Returns the problem of evidence against the chain of `decidedState`; undefined when there is none. The evidence has
 * passed `validateEvidence`.
 */
export function verifyEvidence(env: Verifier, decidedState: DecidedState, evidence: Evidence): string | undefined {
  const { chain, past } = decidedState;
  const height = evidenceHeight(evidence);
  const then = recall(past, height);
  if (then === undefined) return `don't have header #${height}`;
  if (evidence.timestamp !== then.time)
    return `evidence has a different time to the block it is associated with (${goTimeText(evidence.timestamp)} != ${goTimeText(then.time)})`;
  if (isExpired(chain, height, then.time)) return expired(decidedState, height, then.time);
  if (evidence.type === 'duplicate-vote') return duplicateVoteProblem(env, chain.chainId, evidence, then);
  if (signedHeader(decidedState, height) === undefined) return `don't have commit at height #${height}`;
  const trusted = signedHeader(decidedState, evidence.conflictingBlock.header.height);
  if (trusted === undefined) return `don't have header at height #${evidence.conflictingBlock.header.height}`;
  return (
    futureProblem(decidedState, evidence, trusted) ??
    lightClientAttackProblem(env, chain.chainId, evidence, then, trusted)
  );
}

/**
 * Compares the times: a conflicting block above the last height differs from the chain's future block by nothing else.
 */
function futureProblem(
  { chain }: DecidedState,
  { conflictingBlock: { header } }: LightClientAttackEvidence,
  { header: { time } }: TrustedHeader,
): string | undefined {
  if (header.height <= chain.lastBlockHeight || time >= header.time) return undefined;
  return `latest block time (${goTimeText(time)}) is before conflicting block time (${goTimeText(header.time)})`;
}

function expired({ chain }: DecidedState, height: bigint, time: bigint): string {
  const { maxAgeNumBlocks, maxAgeDuration } = chain.params.evidence;
  const least = chain.lastBlockHeight - maxAgeNumBlocks;
  const oldest = goTimeText(chain.lastBlockTime + maxAgeDuration);
  return `evidence from height ${height} (created at: ${goTimeText(time)}) is too old; min height is ${least} and evidence can not be older than ${oldest}`;
}

/** Returns the chain's header at a height, or its newest one below that height, with its commit. */
function signedHeader({ chain, past }: DecidedState, wanted: bigint): TrustedHeader | undefined {
  const newest = chain.lastBlockHeight - 1n;
  const height = wanted > chain.lastBlockHeight ? newest : wanted;
  const header = recall(past, height)?.header;
  const commit = recall(past, height + 1n)?.lastCommit;
  return header === undefined || commit === undefined ? undefined : { header, commit };
}
