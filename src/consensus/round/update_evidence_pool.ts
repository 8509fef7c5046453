/** Updates the pool of evidence after a block (CometBFT evidence/pool.go `Update`). */

import { type DecidedState, evidenceHeight, evidenceName, isCommitted, isExpired } from '../decided_state.js';
import { addPending, type ConflictingVotes, type EvidencePool, isPending } from '../evidence/pool.js';
import { recall } from '../height_history.js';
import { emit, type StepDraft } from '../step_draft.js';
import { type Evidence, makeDuplicateVoteEvidence } from '../types/evidence.js';

/** Removes committed and expired evidence, and turns the height's conflicting votes into evidence. */
export function updateEvidencePool(draft: StepDraft, committed: readonly Evidence[]): void {
  const { decidedState, pool } = draft.state;
  if (pool.pending.length === 0 && pool.conflicts.length === 0) return;
  const done = new Set(committed.map(evidenceName));
  const pending = pool.pending.filter((item) => !done.has(evidenceName(item)) && isFresh(decidedState, item));
  let next: EvidencePool = { pending, conflicts: [] };
  for (const conflict of pool.conflicts) {
    const evidence = convict(decidedState, conflict);
    if (evidence === undefined || isPending(next, evidence) || isCommitted(decidedState, evidence)) continue;
    next = addPending(next, evidence);
    emit(draft, { type: 'send', message: { type: 'evidence', evidence } });
  }
  draft.state.pool = next;
}

const isFresh = ({ chain }: DecidedState, evidence: Evidence): boolean =>
  !isExpired(chain, evidenceHeight(evidence), evidence.timestamp);

/** Returns the evidence of two votes; undefined when their height is not decided. */
function convict({ past }: DecidedState, { first, second }: ConflictingVotes): Evidence | undefined {
  const then = recall(past, first.height);
  return then === undefined ? undefined : makeDuplicateVoteEvidence(first, second, then.time, then.validators);
}
