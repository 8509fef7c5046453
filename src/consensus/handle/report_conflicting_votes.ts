/** Remembers two votes of one validator in one round until their height is decided. */
import { equalBytes } from '../../kernel/bytes.js';
import { type ConflictingVotes, MAX_CONFLICTS } from '../evidence/pool.js';
import { emit, type StepDraft } from '../step_draft.js';
import type { Vote } from '../types/vote.js';

/**
 * Reports a pair of conflicting votes. One pair for each validator, round and type is enough. Own votes are no
 * evidence: they mean a shared key.
 */
export function reportConflictingVotes(draft: StepDraft, first: Vote, second: Vote): void {
  const { env, state } = draft;
  if (env.key !== undefined && equalBytes(env.key.address, second.validatorAddress)) return;
  const { pool } = state;
  if (pool.conflicts.length >= MAX_CONFLICTS || pool.conflicts.some((known) => isSameOffence(known, second))) return;
  state.pool = { ...pool, conflicts: [...pool.conflicts, { first, second }] };
  const { height, round, step } = draft.round;
  emit(draft, { type: 'accuse', first, second });
  emit(draft, { type: 'note', note: { type: 'accuse', node: env.node, height, round, step, first, second } });
}

const isSameOffence = ({ second }: ConflictingVotes, vote: Vote): boolean =>
  second.height === vote.height &&
  second.round === vote.round &&
  second.type === vote.type &&
  equalBytes(second.validatorAddress, vote.validatorAddress);
