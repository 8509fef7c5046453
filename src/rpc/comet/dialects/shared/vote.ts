/** Encodes a vote as JSON, and as the line that consensus_state prints (consensus-rpc.md 3 and 10.2). */
import type { Vote } from '../../../../consensus/types/vote.js';
import { VoteType } from '../../../../consensus/types/vote.js';
import { type Bytes, EMPTY_BYTES } from '../../../../kernel/bytes.js';
import type { Json } from '../../../../kernel/json.js';
import { blockId } from './block_id.js';
import { base64OrNull, hex, int64, time } from './scalars.js';

/** Encodes a vote without its extension, which 0.38 appends. */
export const plainVote = (v: Vote) => ({
  type: v.type,
  height: int64(v.height),
  round: v.round,
  block_id: blockId(v.blockId),
  timestamp: time(v.timestamp),
  validator_address: hex(v.validatorAddress),
  validator_index: v.validatorIndex,
  signature: base64OrNull(v.signature.bytes),
});

/** Encodes a vote as versions with vote extensions do: the members of a vote without one are null. */
export const extendedVote = (v: Vote): Json => ({
  ...plainVote(v),
  extension: base64OrNull(v.extension?.bytes ?? EMPTY_BYTES),
  extension_signature: base64OrNull(v.extension?.signature.bytes ?? EMPTY_BYTES),
});

const FINGERPRINT_BYTES = 6;

const fingerprint = (bytes: Bytes): string =>
  hex(bytes.subarray(0, FINGERPRINT_BYTES)).padEnd(2 * FINGERPRINT_BYTES, '0');

/**
 * Returns the line of a vote. `extension` goes between signature and time; it is empty, or a space and a fingerprint.
 */
export function voteText(v: Vote, extension: string): string {
  const type =
    v.type === VoteType.Prevote ? 'SIGNED_MSG_TYPE_PREVOTE(Prevote)' : 'SIGNED_MSG_TYPE_PRECOMMIT(Precommit)';
  const round = v.round.toString().padStart(2, '0');
  const who = `${v.validatorIndex}:${fingerprint(v.validatorAddress)}`;
  const what = `${fingerprint(v.blockId.hash)} ${fingerprint(v.signature.bytes)}${extension}`;
  return `Vote{${who} ${v.height}/${round}/${type} ${what} @ ${time(v.timestamp)}}`;
}

/** Returns the line of a vote with the fingerprint of its extension. */
export const extendedVoteText = (v: Vote): string => voteText(v, ` ${fingerprint(v.extension?.bytes ?? EMPTY_BYTES)}`);
