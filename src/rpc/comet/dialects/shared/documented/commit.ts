/**
 * Encodes the documented signatures of `last_commit`: whole precommits, as commits held them before Tendermint 0.33. An
 * absent slot keeps its position. It votes for no block, with the zero time and empty strings for address and
 * signature.
 *
 * Every block in a response passes through this code. The objects are written out because a spread costs several times
 * as much.
 */
import { NIL_BLOCK_ID } from '../../../../../consensus/types/block_id.js';
import { BlockIdFlag, type Commit } from '../../../../../consensus/types/commit.js';
import { VoteType } from '../../../../../consensus/types/vote.js';
import type { Json } from '../../../protocol/json.js';
import { blockId } from '../block_id.js';
import { base64, base64OrNull, hex, int64, time } from '../scalars.js';
import { integer } from './integer.js';

const NIL = blockId(NIL_BLOCK_ID);

export function documentedCommit(c: Commit): Json {
  const decided = blockId(c.blockId);
  const height = int64(c.height);
  return {
    height: integer(c.height),
    round: c.round,
    block_id: decided,
    signatures: c.signatures.map((slot, index) => ({
      type: VoteType.Precommit,
      height,
      round: c.round,
      block_id: slot.blockIdFlag === BlockIdFlag.Commit ? decided : NIL,
      timestamp: time(slot.timestamp),
      validator_address: hex(slot.validatorAddress),
      validator_index: index,
      signature: base64(slot.signature.bytes),
    })),
  };
}

/**
 * Encodes the wire commit and adds the documented members after each slot's own. Its height stays a string, as in the
 * wire format.
 */
export function widenedCommit(c: Commit): Json {
  const decided = blockId(c.blockId);
  const height = int64(c.height);
  return {
    height,
    round: c.round,
    block_id: decided,
    signatures: c.signatures.map((slot, index) => ({
      block_id_flag: slot.blockIdFlag,
      validator_address: hex(slot.validatorAddress),
      timestamp: time(slot.timestamp),
      signature: base64OrNull(slot.signature.bytes),
      type: VoteType.Precommit,
      height,
      round: c.round,
      block_id: slot.blockIdFlag === BlockIdFlag.Commit ? decided : NIL,
      validator_index: index,
    })),
  };
}
