/**
 * Canonical bytes: what validators sign (CometBFT types/canonical.go, consensus-engine.md 2.11). Heights and rounds are
 * eight bytes wide, zero vanishes, a nil block id vanishes, and the whole stands behind its length.
 */
import { encodeTimestamp, lengthDelimited, ProtoWriter } from '../../codec/protobuf.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import { type BlockId, encodeBlockId, isNilBlockId } from './block_id.js';

/** `CanonicalBlockID` has the fields of `BlockID`, but a nil one is empty and then not written. */
const canonicalBlockId = (id: BlockId): Bytes => (isNilBlockId(id) ? EMPTY_BYTES : encodeBlockId(id));

export interface CanonicalVote {
  readonly type: number;
  readonly height: bigint;
  readonly round: number;
  readonly blockId: BlockId;
  readonly timestamp: UnixNanos;
}

export function canonicalVoteBytes(chainId: string, vote: CanonicalVote): Bytes {
  const body = new ProtoWriter()
    .uint(1, vote.type)
    .sfixed64(2, vote.height)
    .sfixed64(3, BigInt(vote.round))
    .bytes(4, canonicalBlockId(vote.blockId))
    .message(5, encodeTimestamp(vote.timestamp))
    .string(6, chainId);
  return lengthDelimited(body.finish());
}

export function canonicalProposalBytes(chainId: string, p: CanonicalVote & { readonly polRound: number }): Bytes {
  const body = new ProtoWriter()
    .uint(1, p.type)
    .sfixed64(2, p.height)
    .sfixed64(3, BigInt(p.round))
    .int(4, p.polRound)
    .bytes(5, canonicalBlockId(p.blockId))
    .message(6, encodeTimestamp(p.timestamp))
    .string(7, chainId);
  return lengthDelimited(body.finish());
}
