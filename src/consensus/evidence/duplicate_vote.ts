/** Whether two votes convict their validator (consensus-engine.md 7.3). */
import type { Env } from '../env.js';
import type { PastHeight } from '../ledger.js';
import { verifyVote } from '../round/verify.js';
import type { DuplicateVoteEvidence } from '../types/evidence.js';
import { indexOfAddress, validatorAt } from '../types/validator_set.js';

/** `past` is of the votes' height. The evidence has passed `validateEvidence`. */
export function duplicateVoteProblem(
  env: Pick<Env, 'crypto' | 'caches'>,
  chainId: string,
  evidence: DuplicateVoteEvidence,
  past: PastHeight,
): string | undefined {
  const { voteA, voteB, totalVotingPower, validatorPower } = evidence;
  const index = indexOfAddress(past.validators, voteA.validatorAddress);
  if (index < 0) return `the accused was no validator at height ${voteA.height}`;
  const { pubKey, votingPower } = validatorAt(past.validators, index);
  if (validatorPower !== votingPower) return `validator power is ${validatorPower}, expected ${votingPower}`;
  if (totalVotingPower !== past.validators.totalVotingPower)
    return `total power is ${totalVotingPower}, expected ${past.validators.totalVotingPower}`;
  if (!verifyVote(env, chainId, pubKey, voteA) || !verifyVote(env, chainId, pubKey, voteB))
    return 'a vote has a wrong signature';
  return undefined;
}
