/** Prints votes and evidence as the engine does inside its errors (CometBFT types/vote.go, types/evidence.go; 0.38). */
import { type Evidence, evidenceHash } from '../../../consensus/types/evidence.js';
import type { Vote } from '../../../consensus/types/vote.js';
import { toUpperHex } from '../../../kernel/hex.js';
import { extendedVoteText } from '../dialects/shared/vote.js';

export const printedVote = (vote: Vote | undefined): string =>
  vote === undefined ? 'nil-Vote' : extendedVoteText(vote);

/**
 * Prints evidence. For a light client attack the engine prints the whole conflicting block; this prints only its hash.
 */
export function printedEvidence(evidence: Evidence): string {
  if (evidence.type === 'duplicate-vote')
    return `DuplicateVoteEvidence{VoteA: ${printedVote(evidence.voteA)}, VoteB: ${printedVote(evidence.voteB)}}`;
  const { conflictingBlock, commonHeight } = evidence;
  const block = toUpperHex(conflictingBlock.commit.blockId.hash);
  return `LightClientAttackEvidence{ConflictingBlock: ${block}, CommonHeight: ${commonHeight}}#${toUpperHex(evidenceHash(evidence))}`;
}
