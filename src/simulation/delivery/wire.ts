/**
 * Computes the size of a message on a connection, and its channels (CometBFT p2p/conn, consensus/reactor.go). A message
 * is protobuf, cut into packets of at most 1,024 bytes of payload. Only sizes are computed: encoding a vote would force
 * its signature, which may never be read.
 */
import type { Message } from '../../consensus/input.js';
import type { BlockId } from '../../consensus/types/block_id.js';
import { BlockIdFlag, type Commit, commitToVote } from '../../consensus/types/commit.js';
import { encodeEvidenceList } from '../../consensus/types/evidence.js';
import type { Part, PartSet } from '../../consensus/types/part_set.js';
import type { Proposal } from '../../consensus/types/proposal.js';
import type { Vote } from '../../consensus/types/vote.js';
import { NANOS_PER_SECOND, type UnixNanos } from '../../kernel/time.js';

/** Channel ids that this network uses. */
export const Channel = { State: 0x20, Data: 0x21, Vote: 0x22, Evidence: 0x38 } as const;

export const USED_CHANNELS = [Channel.State, Channel.Data, Channel.Vote, Channel.Evidence] as const;

/** Equals CometBFT's `max_packet_msg_payload_size`. */
const PACKET_PAYLOAD_BYTES = 1024;
/** Length of an ed25519 signature. */
const SIGNATURE_BYTES = 64;

/** One message on the wire: its channel, and its size including the packet framing. */
export interface Freight {
  /** Index in `USED_CHANNELS`. */
  readonly channel: 0 | 1 | 2 | 3;
  readonly bytes: number;
  /** Tells which counter of the peer statistics includes the message; undefined for none. */
  readonly counts: 'vote' | 'part' | undefined;
}

/**
 * Splits a message into wire messages. Most are one; a catch-up for a node that is behind travels as separate votes and
 * parts.
 */
export function freightOf(message: Message): readonly Freight[] {
  switch (message.type) {
    case 'proposal':
      return [inData(field(field(proposalBytes(message.proposal))))];
    case 'part':
      return [partFreight(message.height, message.round, message.part)];
    case 'vote':
      return [voteFreight(message.vote)];
    case 'majority': {
      const { height, round, voteType, blockId } = message;
      const body = int(height) + int(round) + int(voteType) + field(blockIdBytes(blockId));
      return [{ channel: 0, bytes: packets(field(body)), counts: undefined }];
    }
    case 'evidence': {
      const bytes = packets(encodeEvidenceList([message.evidence]).length);
      return [{ channel: 3, bytes, counts: undefined }];
    }
    case 'catch up':
      return [...commitFreight(message.commit), ...partsFreight(message.commit, message.parts)];
  }
}

const inData = (bytes: number): Freight => ({ channel: 1, bytes: packets(bytes), counts: undefined });

/** Vote that was measured last. The votes of a step differ in their validators only. */
let votedLast: { readonly vote: Vote; readonly freight: Freight } | undefined;

function voteFreight(vote: Vote): Freight {
  if (votedLast !== undefined && isAsLong(vote, votedLast.vote)) return votedLast.freight;
  const freight: Freight = { channel: 2, bytes: packets(field(field(voteBytes(vote)))), counts: 'vote' };
  votedLast = { vote, freight };
  return freight;
}

/** Reports whether two votes are equal in all that has no fixed length. */
const isAsLong = (a: Vote, b: Vote): boolean =>
  a.blockId === b.blockId &&
  a.height === b.height &&
  a.round === b.round &&
  a.timestamp === b.timestamp &&
  a.validatorAddress.length === b.validatorAddress.length &&
  (a.validatorIndex === b.validatorIndex || int(a.validatorIndex) === int(b.validatorIndex)) &&
  a.extension?.bytes.length === b.extension?.bytes.length;

function partFreight(height: bigint, round: number, part: Part): Freight {
  const body = int(height) + int(round) + field(partBytes(part));
  return { channel: 1, bytes: packets(field(body)), counts: 'part' };
}

const commitFreight = (commit: Commit): readonly Freight[] =>
  commit.signatures.flatMap(({ blockIdFlag }, index) =>
    blockIdFlag === BlockIdFlag.Absent ? [] : [voteFreight(commitToVote(commit, index))],
  );

const partsFreight = ({ height, round }: Commit, { parts }: PartSet): readonly Freight[] =>
  parts.flatMap((part) => (part === undefined ? [] : [partFreight(height, round, part)]));

/**
 * Returns the size of `Packet{PacketMsg{channel_id, eof, data}}` packets, each prefixed with its length. All tags are
 * one byte long.
 */
function packets(payload: number): number {
  let bytes = 0;
  for (let rest = payload; rest > 0; rest -= PACKET_PAYLOAD_BYTES) {
    const isLast = rest <= PACKET_PAYLOAD_BYTES;
    const body = 2 + (isLast ? 2 : 0) + field(isLast ? rest : PACKET_PAYLOAD_BYTES);
    const packet = field(body);
    bytes += (packet < 0x80 ? 1 : varint(packet)) + packet;
  }
  return bytes;
}

/** Returns the length of `value` as a varint; at least 1. */
function varint(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes++;
  return bytes;
}

/** Returns the size of a length-delimited field with a tag of one byte. */
const field = (length: number): number => (length < 0x80 ? 2 : 1 + varint(length)) + length;

/** Returns the size of a bytes field, which is omitted when empty. */
const bytesField = (length: number): number => (length === 0 ? 0 : field(length));

/** Returns the size of an integer field, which is omitted when zero. A negative value takes ten bytes. */
function int(value: bigint | number): number {
  const number = Number(value);
  if (number === 0) return 0;
  if (number < 0) return 11;
  return number < 0x80 ? 2 : 1 + varint(number);
}

/** Id that was measured last: all votes of a height are for one block. */
let measuredLast: { readonly id: BlockId; readonly bytes: number } | undefined;

function blockIdBytes(id: BlockId): number {
  if (measuredLast?.id === id) return measuredLast.bytes;
  const { hash, parts } = id;
  const bytes = bytesField(hash.length) + field(int(parts.total) + bytesField(parts.hash.length));
  measuredLast = { id, bytes };
  return bytes;
}

const timestampBytes = (time: UnixNanos): number => int(time / NANOS_PER_SECOND) + int(time % NANOS_PER_SECOND);

const voteBytes = (vote: Vote): number =>
  2 +
  int(vote.height) +
  int(vote.round) +
  field(blockIdBytes(vote.blockId)) +
  field(timestampBytes(vote.timestamp)) +
  bytesField(vote.validatorAddress.length) +
  int(vote.validatorIndex) +
  field(SIGNATURE_BYTES) +
  (vote.extension === undefined ? 0 : bytesField(vote.extension.bytes.length) + field(SIGNATURE_BYTES));

const proposalBytes = (proposal: Proposal): number =>
  2 +
  int(proposal.height) +
  int(proposal.round) +
  int(proposal.polRound) +
  field(blockIdBytes(proposal.blockId)) +
  field(timestampBytes(proposal.timestamp)) +
  field(SIGNATURE_BYTES);

function partBytes({ index, bytes, proof }: Part): number {
  let proofBytes = int(proof.total) + int(proof.index) + bytesField(proof.leafHash.length);
  for (const aunt of proof.aunts) proofBytes += field(aunt.length);
  return int(index) + bytesField(bytes.length) + field(proofBytes);
}
