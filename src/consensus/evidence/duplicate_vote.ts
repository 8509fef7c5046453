/**
 * Decides whether two votes convict their validator (consensus-engine.md 7.3; CometBFT evidence/verify.go,
 * VerifyDuplicateVote).
 */
import { equalBytes } from '../../kernel/bytes.js';
import { toUpperHex } from '../../kernel/hex.js';
import type { PastHeight } from '../decided_state.js';
import type { Verifier } from '../env.js';
import { verifyVote } from '../signature/verify_signature.js';
import { blockIdText, equalBlockIds } from '../types/block_id.js';
import type { DuplicateVoteEvidence } from '../types/evidence.js';
import { indexOfAddress, validatorAt } from '../types/validator_set.js';
import { type Vote, VoteType } from '../types/vote.js';

/**
 * Returns the problem of the evidence; undefined when there is none. `past` belongs to the votes' height. The evidence
 * has passed `validateEvidence`.
 */
export function duplicateVoteProblem(
  env: Verifier,
  chainId: string,
  evidence: DuplicateVoteEvidence,
  past: PastHeight,
): string | undefined {
  const { voteA, voteB, totalVotingPower, validatorPower } = evidence;
  const { validators } = past;
  const index = indexOfAddress(validators, voteA.validatorAddress);
  if (index < 0) return `address ${toUpperHex(voteA.validatorAddress)} was not a validator at height ${voteA.height}`;
  const { pubKey, votingPower } = validatorAt(validators, index);
  const problem = contradictionProblem(voteA, voteB);
  if (problem !== undefined) return problem;
  if (validatorPower !== votingPower)
    return `validator power from evidence and our validator set does not match (${validatorPower} != ${votingPower})`;
  if (totalVotingPower !== validators.totalVotingPower)
    return `total voting power from the evidence and our validator set does not match (${totalVotingPower} != ${validators.totalVotingPower})`;
  if (!verifyVote(env, chainId, pubKey, voteA)) return 'verifying VoteA: invalid signature';
  if (!verifyVote(env, chainId, pubKey, voteB)) return 'verifying VoteB: invalid signature';
  return undefined;
}

/** Returns why two votes do not contradict each other; undefined when they do. */
export function contradictionProblem(a: Vote, b: Vote): string | undefined {
  if (a.height !== b.height || a.round !== b.round || a.type !== b.type)
    return `h/r/s does not match: ${placeText(a)} vs ${placeText(b)}`;
  if (!equalBytes(a.validatorAddress, b.validatorAddress))
    return `validator addresses do not match: ${toUpperHex(a.validatorAddress)} vs ${toUpperHex(b.validatorAddress)}`;
  if (equalBlockIds(a.blockId, b.blockId))
    return `block IDs are the same (${blockIdText(a.blockId)}) - not a real duplicate vote`;
  return undefined;
}

const placeText = ({ height, round, type }: Vote): string =>
  `${height}/${round}/${type === VoteType.Prevote ? 'SIGNED_MSG_TYPE_PREVOTE' : 'SIGNED_MSG_TYPE_PRECOMMIT'}`;
