/**
 * The pool of evidence that no block holds yet (CometBFT evidence/pool.go). Contradicting votes stay votes until the
 * height is decided, because evidence states the time of its height's block.
 */
import { evidenceHeight, evidenceName } from '../decided_state.js';
import { type Evidence, encodeEvidenceList } from '../types/evidence.js';
import type { Vote } from '../types/vote.js';

export interface ConflictingVotes {
  readonly first: Vote;
  readonly second: Vote;
}

export interface EvidencePool {
  /** The list is sorted by height, then by hash. */
  readonly pending: readonly Evidence[];
  readonly conflicts: readonly ConflictingVotes[];
}

export const EMPTY_POOL: EvidencePool = { pending: [], conflicts: [] };

/** Most remembered pairs of votes of one height, because an equivocator could sign without end. */
export const MAX_CONFLICTS = 100;

export const isPending = (pool: EvidencePool, evidence: Evidence): boolean =>
  pool.pending.length > 0 &&
  pool.pending.some((item) => item === evidence || evidenceName(item) === evidenceName(evidence));

/** Returns the first evidence whose encoded list has at most `maxBytes`. */
export function pendingEvidence({ pending }: EvidencePool, maxBytes: bigint): readonly Evidence[] {
  let count = pending.length;
  while (count > 0 && BigInt(encodeEvidenceList(pending.slice(0, count)).length) > maxBytes) count--;
  return pending.slice(0, count);
}

export function addPending(pool: EvidencePool, evidence: Evidence): EvidencePool {
  const pending = [...pool.pending, evidence].sort(compareEvidence);
  return { ...pool, pending };
}

function compareEvidence(a: Evidence, b: Evidence): number {
  const [x, y] = [evidenceHeight(a), evidenceHeight(b)];
  if (x !== y) return x < y ? -1 : 1;
  return evidenceName(a) < evidenceName(b) ? -1 : 1;
}
