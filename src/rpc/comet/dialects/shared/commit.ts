/** Encodes Commit and CommitSig (consensus-rpc.md 3). `signature` is null in an absent slot. */
import type { Commit, CommitSig } from '../../../../consensus/types/commit.js';
import { blockId } from './block_id.js';
import { base64OrNull, hex, int64, time } from './scalars.js';

const commitSig = (slot: CommitSig) => ({
  block_id_flag: slot.blockIdFlag,
  validator_address: hex(slot.validatorAddress),
  timestamp: time(slot.timestamp),
  signature: base64OrNull(slot.signature.bytes),
});

export const commit = (c: Commit) => ({
  height: int64(c.height),
  round: c.round,
  block_id: blockId(c.blockId),
  signatures: c.signatures.map(commitSig),
});
