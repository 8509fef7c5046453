/**
 * Evidence that waits to get into a block (CometBFT evidence/pool.go). Contradicting votes are kept as they are until
 * the height is decided, because evidence states the time of its height's block.
 */
import { recall } from '../chronicle.js';
import { evidenceHeight, evidenceName, isExpired, isPunished, type Ledger } from '../ledger.js';
import type { Turn } from '../turn.js';
import { type Evidence, encodeEvidenceList, makeDuplicateVoteEvidence } from '../types/evidence.js';
import type { Vote } from '../types/vote.js';

export interface ConflictingVotes {
  readonly first: Vote;
  readonly second: Vote;
}

export interface EvidencePool {
  /** By height, then by hash. */
  readonly pending: readonly Evidence[];
  readonly conflicts: readonly ConflictingVotes[];
}

export const EMPTY_POOL: EvidencePool = { pending: [], conflicts: [] };

/** Most pairs of votes of one height that are remembered: an equivocator could sign without end. */
export const MAX_CONFLICTS = 100;

export const isPending = (pool: EvidencePool, evidence: Evidence): boolean =>
  pool.pending.length > 0 &&
  pool.pending.some((item) => item === evidence || evidenceName(item) === evidenceName(evidence));

/** The first evidence whose encoded list takes at most `maxBytes`. */
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

/** After a block: its evidence is done with, what is too old is dropped, and the height's conflicts become evidence. */
export function updatePool(turn: Turn, committed: readonly Evidence[]): void {
  const { ledger, pool } = turn.state;
  if (pool.pending.length === 0 && pool.conflicts.length === 0) return;
  const done = new Set(committed.map(evidenceName));
  const pending = pool.pending.filter((item) => !done.has(evidenceName(item)) && isFresh(ledger, item));
  let next: EvidencePool = { pending, conflicts: [] };
  for (const conflict of pool.conflicts) {
    const evidence = convict(ledger, conflict);
    if (evidence === undefined || isPending(next, evidence) || isPunished(ledger, evidence)) continue;
    next = addPending(next, evidence);
    turn.effects.push({ type: 'send', message: { type: 'evidence', evidence } });
  }
  turn.state.pool = next;
}

const isFresh = ({ chain }: Ledger, evidence: Evidence): boolean =>
  !isExpired(chain, evidenceHeight(evidence), evidence.timestamp);

/** Undefined when the height of the votes is not decided. */
function convict({ past }: Ledger, { first, second }: ConflictingVotes): Evidence | undefined {
  const then = recall(past, first.height);
  return then === undefined ? undefined : makeDuplicateVoteEvidence(first, second, then.time, then.validators);
}
