/** Evidence from a peer, or from outside by `broadcast_evidence` (CometBFT evidence/reactor.go, evidence/pool.go AddEvidence). */
import { evidenceHeight, evidenceProblem } from '../evidence/check.js';
import { addPending, isPending, isPunished } from '../evidence/pool.js';
import { miss, refuse, type Turn } from '../turn.js';
import type { Evidence } from '../types/evidence.js';

/** New evidence that holds is kept and passed on. */
export function handleEvidence(turn: Turn, evidence: Evidence): void {
  const { env, state } = turn;
  if (evidenceHeight(evidence) >= turn.round.height) {
    miss(turn, { type: 'evidence', evidence });
    return;
  }
  if (isPending(state.pool, evidence) || isPunished(state.ledger, evidence)) return;
  const problem = evidenceProblem(env, state.ledger, [evidence]);
  if (problem !== undefined) {
    refuse(turn, problem);
    return;
  }
  state.pool = addPending(state.pool, evidence);
  turn.effects.push({ type: 'send', message: { type: 'evidence', evidence } });
}
