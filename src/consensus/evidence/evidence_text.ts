/** Evidence as CometBFT prints it in errors (types/evidence.go and types/vote.go, String). */
import { toUpperHex } from '../../kernel/hex.js';
import { formatTime, type UnixNanos } from '../../kernel/time.js';
import { type Evidence, evidenceHash } from '../types/evidence.js';
import { type Vote, VoteType } from '../types/vote.js';

/** `ErrInvalidEvidence`. */
export const invalidEvidence = (evidence: Evidence, reason: string): string =>
  `Invalid evidence: ${reason}. Evidence: ${evidenceText(evidence)}`;

/** Of a light client attack only what names it: the conflicting block itself is left out. */
function evidenceText(evidence: Evidence): string {
  if (evidence.type === 'duplicate-vote')
    return `DuplicateVoteEvidence{VoteA: ${voteText(evidence.voteA)}, VoteB: ${voteText(evidence.voteB)}}`;
  return `LightClientAttackEvidence{CommonHeight: ${evidence.commonHeight}}#${toUpperHex(evidenceHash(evidence))}`;
}

const TYPE_NAMES = {
  [VoteType.Prevote]: 'SIGNED_MSG_TYPE_PREVOTE(Prevote)',
  [VoteType.Precommit]: 'SIGNED_MSG_TYPE_PRECOMMIT(Precommit)',
} as const;

const FINGERPRINT_BYTES = 6;

/** The first six bytes, filled up with zeros. */
function fingerprint(bytes: Uint8Array): string {
  return toUpperHex(bytes.subarray(0, FINGERPRINT_BYTES)).padEnd(2 * FINGERPRINT_BYTES, '0');
}

/** The third fingerprint is of the extension, which no vote here has. */
function voteText(vote: Vote): string {
  const { validatorIndex, validatorAddress, height, round, type, blockId, signature, timestamp } = vote;
  const place = `${height}/${round.toString().padStart(2, '0')}/${TYPE_NAMES[type]}`;
  const prints = [blockId.hash, signature.bytes, new Uint8Array()].map(fingerprint).join(' ');
  return `Vote{${validatorIndex}:${fingerprint(validatorAddress)} ${place} ${prints} @ ${formatTime(timestamp)}}`;
}

/** A time as Go prints it by itself. */
export const goTime = (time: UnixNanos): string => `${formatTime(time).replace('T', ' ').replace('Z', '')} +0000 UTC`;
