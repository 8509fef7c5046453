/**
 * Encodes the canonical bytes that validators sign (CometBFT types/canonical.go, consensus-engine.md 2.11). Heights and
 * rounds have eight bytes, a zero and a nil block id are left out, and the length precedes the whole.
 */
import { encodeTimestamp, lengthDelimited, ProtoWriter } from '../../codec/protobuf/index.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import { type BlockId, encodeBlockId, equalBlockIds, isNilBlockId } from './block_id.js';

/** `CanonicalBlockID` has the fields of `BlockID`, but a nil one is empty and then not written. */
const canonicalBlockId = (id: BlockId): Bytes => (isNilBlockId(id) ? EMPTY_BYTES : encodeBlockId(id));

export interface CanonicalVote {
  readonly type: number;
  readonly height: bigint;
  readonly round: number;
  readonly blockId: BlockId;
  readonly timestamp: UnixNanos;
}

interface Spelled {
  readonly chainId: string;
  readonly vote: CanonicalVote;
  readonly bytes: Bytes;
}

/** Bytes of the last vote: they do not name the validator, so equal votes at the same instant share them. */
let spelled: Spelled | undefined;

const isSameVote = (a: CanonicalVote, b: CanonicalVote): boolean =>
  a.height === b.height &&
  a.type === b.type &&
  a.round === b.round &&
  a.timestamp === b.timestamp &&
  equalBlockIds(a.blockId, b.blockId);

/** Encodes the vote. The array is shared: callers must not write to it. */
export function canonicalVoteBytes(chainId: string, vote: CanonicalVote): Bytes {
  if (spelled?.chainId === chainId && isSameVote(spelled.vote, vote)) return spelled.bytes;
  const { type, height, round, blockId, timestamp } = vote;
  const body = new ProtoWriter()
    .uint(1, type)
    .sfixed64(2, height)
    .sfixed64(3, BigInt(round))
    .bytes(4, canonicalBlockId(blockId))
    .message(5, encodeTimestamp(timestamp))
    .string(6, chainId);
  const bytes = lengthDelimited(body.finish());
  spelled = { chainId, vote: { type, height, round, blockId, timestamp }, bytes };
  return bytes;
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
