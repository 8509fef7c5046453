/**
 * The documented signatures of `last_commit`: whole precommits, as commits held them before Tendermint 0.33. An absent
 * slot stays in its place, for no block, with the zero time and empty texts for address and signature.
 */

import { NIL_BLOCK_ID } from '../../../../../consensus/types/block_id.js';
import { BlockIdFlag, type Commit } from '../../../../../consensus/types/commit.js';
import { VoteType } from '../../../../../consensus/types/vote.js';
import type { Json } from '../../../protocol/json.js';
import { blockId } from '../block_id.js';
import { commitSig } from '../commit.js';
import { base64, hex, int64, time } from '../scalars.js';
import { integer } from './integer.js';

const NIL = blockId(NIL_BLOCK_ID);

/** What the slots leave to the commit around them. */
function slotFacts(c: Commit) {
  const height = int64(c.height);
  const decided = blockId(c.blockId);
  return (index: number, flag: BlockIdFlag) => ({
    type: VoteType.Precommit,
    height,
    round: c.round,
    block_id: flag === BlockIdFlag.Commit ? decided : NIL,
    validator_index: index,
  });
}

function voteLike(c: Commit): readonly Json[] {
  const factsOf = slotFacts(c);
  return c.signatures.map((slot, index) => {
    const { type, height, round, block_id, validator_index } = factsOf(index, slot.blockIdFlag);
    return {
      type,
      height,
      round,
      block_id,
      timestamp: time(slot.timestamp),
      validator_address: hex(slot.validatorAddress),
      validator_index,
      signature: base64(slot.signature.bytes),
    };
  });
}

export const documentedCommit = (c: Commit): Json => ({
  height: integer(c.height),
  round: c.round,
  block_id: blockId(c.blockId),
  signatures: voteLike(c),
});

/** The wire's commit, with the documented members beside each slot's own. Its height stays the wire's string. */
export function widenedCommit(c: Commit): Json {
  const factsOf = slotFacts(c);
  return {
    height: int64(c.height),
    round: c.round,
    block_id: blockId(c.blockId),
    signatures: c.signatures.map((slot, index) => ({ ...commitSig(slot), ...factsOf(index, slot.blockIdFlag) })),
  };
}
