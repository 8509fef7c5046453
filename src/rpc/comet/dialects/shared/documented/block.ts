/**
 * Encodes the documented block (documented.md 3: `data` and `evidence` are lists), and the wire block with the
 * documented members.
 */
import { NIL_BLOCK_ID } from '../../../../../consensus/types/block_id.js';
import { BlockIdFlag, type Commit } from '../../../../../consensus/types/commit.js';
import type { Evidence } from '../../../../../consensus/types/evidence.js';
import { VoteType } from '../../../../../consensus/types/vote.js';
import type { Json } from '../../../../../kernel/json.js';
import type { BlockShape } from '../block.js';
import { blockId } from '../block_id.js';
import { evidence } from '../evidence.js';
import { base64, base64OrNull, hex, int64, time } from '../scalars.js';
import { plainVote } from '../vote.js';
import { evidenceFacts, flatEvidence, type KeyLookup } from './evidence.js';
import { documentedHeader } from './header.js';
import { integer } from './integer.js';

const NIL = blockId(NIL_BLOCK_ID);

/**
 * Encodes the documented signatures of `last_commit`: whole precommits, as commits held them before Tendermint 0.33. An
 * absent slot keeps its position. It votes for no block, with the zero time and empty strings for address and
 * signature.
 *
 * Every block in a response passes through this code. The objects are written out because a spread costs several times
 * as much.
 */
function documentedCommit(c: Commit): Json {
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
function widenedCommit(c: Commit): Json {
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

export const documentedBlock =
  (keyOf: KeyLookup): BlockShape =>
  (b) => ({
    header: documentedHeader(b.header),
    data: b.txs.map(base64),
    evidence: flatEvidence(b.evidence, keyOf),
    last_commit: documentedCommit(b.lastCommit),
  });

/**
 * Adds the documented members to evidence. The wire form has space for one validator, so it names the first of an
 * attack.
 */
const widenedEvidence = (e: Evidence, keyOf: KeyLookup): Json => ({
  ...evidence(e, plainVote),
  ...evidenceFacts(e, keyOf)[0],
});

/**
 * Encodes the wire block plus each documented member whose name is free: facts of evidence, members of the last
 * commit's signatures, and `version.app`. Readers of the wire format ignore members that they do not know.
 */
export const widenedBlock =
  (keyOf: KeyLookup): BlockShape =>
  (b) => ({
    header: documentedHeader(b.header),
    data: { txs: b.txs.map(base64) },
    evidence: { evidence: b.evidence.map((item) => widenedEvidence(item, keyOf)) },
    last_commit: widenedCommit(b.lastCommit),
  });
