/** Converts a commit to the application's form: the signers and their powers (consensus-engine.md 8.2). */
import type { CommitInfo } from '../../abci/application.js';
import type { Caches } from '../caches.js';
import type { Commit } from '../types/commit.js';
import { type ValidatorSet, validatorAt } from '../types/validator_set.js';

const NOBODY: CommitInfo = { round: 0, votes: [] };

/**
 * Returns the signers of a commit. `validators` are those of the commit's height; undefined at the initial height,
 * where the result is empty.
 */
export function commitInfoOf(caches: Caches, commit: Commit, validators: ValidatorSet | undefined): CommitInfo {
  if (validators === undefined) return NOBODY;
  if (caches.lastInfo?.commit === commit) return caches.lastInfo.info;
  const votes = commit.signatures.map(({ blockIdFlag }, index) => {
    const { address, votingPower } = validatorAt(validators, index);
    return { validator: { address, power: votingPower }, blockIdFlag };
  });
  const info = { round: commit.round, votes };
  caches.lastInfo = { commit, info };
  return info;
}
