/**
 * Handles evidence from a peer, or from `broadcast_evidence` (CometBFT evidence/reactor.go, evidence/pool.go
 * AddEvidence).
 */

import { evidenceHeight, isCommitted } from '../decided_state.js';
import { verifyEvidence } from '../evidence/check.js';
import { contradictionProblem } from '../evidence/duplicate_vote.js';
import { addPending, isPending } from '../evidence/pool.js';
import { verifyVote } from '../signature/verify_signature.js';
import { emit, miss, refuse, type StepDraft } from '../step_draft.js';
import { type Evidence, validateEvidence } from '../types/evidence.js';
import { indexOfAddress } from '../types/validator_set.js';
import type { Vote } from '../types/vote.js';
import { reportConflictingVotes } from './report_conflicting_votes.js';

/**
 * Adds new valid evidence to the pool and sends it on. Evidence from a peer may be about a later height; evidence from
 * outside may not.
 */
export function handleEvidence(draft: StepDraft, from: number, evidence: Evidence): void {
  const { env, state } = draft;
  const height = evidenceHeight(evidence);
  if (from !== env.node && height >= draft.round.height) {
    if (height > draft.round.height) miss(draft, { type: 'evidence', evidence });
    else handleEarly(draft, evidence);
    return;
  }
  if (isPending(state.pool, evidence) || isCommitted(state.decidedState, evidence)) return;
  const problem = validateEvidence(evidence) ?? verifyEvidence(env, state.decidedState, evidence);
  if (problem !== undefined) {
    refuse(draft, problem);
    return;
  }
  state.pool = addPending(state.pool, evidence);
  emit(draft, { type: 'send', message: { type: 'evidence', evidence } });
}

/**
 * Handles evidence of a peer that has decided this node's current height: its two votes count as if they had arrived
 * here.
 */
function handleEarly(draft: StepDraft, evidence: Evidence): void {
  if (evidence.type !== 'duplicate-vote') return;
  const { env, state } = draft;
  const { chainId, validators } = state.decidedState.chain;
  const { voteA, voteB } = evidence;
  const problem = validateEvidence(evidence) ?? contradictionProblem(voteA, voteB);
  const index = indexOfAddress(validators, voteA.validatorAddress);
  const accused = validators.validators[index];
  if (problem !== undefined || accused === undefined) {
    refuse(draft, problem ?? 'the accused is no validator');
    return;
  }
  const isGenuine = (vote: Vote): boolean => verifyVote(env, chainId, accused.pubKey, vote);
  if (isGenuine(voteA) && isGenuine(voteB)) reportConflictingVotes(draft, voteA, voteB);
  else refuse(draft, 'a vote of the evidence has a wrong signature');
}
