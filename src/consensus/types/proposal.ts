/** A signed proposal of a block for one round (CometBFT types/proposal.go). */
import {
  CodecError,
  decodeTimestamp,
  encodeTimestamp,
  ProtoReader,
  ProtoWriter,
  readInt32,
} from '../../codec/protobuf/index.js';
import type { Bytes } from '../../kernel/bytes.js';
import { type UnixNanos, ZERO_TIME } from '../../kernel/time.js';
import { type BlockId, decodeBlockId, encodeBlockId, isCompleteBlockId, NIL_BLOCK_ID } from './block_id.js';
import { canonicalProposalBytes } from './canonical.js';
import { MAX_SIGNATURE_BYTES } from './fields.js';
import { NO_SIGNATURE, readSignature, type Signature, signatureProblem } from './signature.js';

/** Value of `SIGNED_MSG_TYPE_PROPOSAL`. */
export const PROPOSAL_TYPE = 32;

export interface Proposal {
  readonly height: bigint;
  readonly round: number;
  /** Round whose polka justifies a re-proposal; -1 for a new block. */
  readonly polRound: number;
  readonly blockId: BlockId;
  readonly timestamp: UnixNanos;
  readonly signature: Signature;
}

/** Encodes `tendermint.types.Proposal`. */
export function encodeProposal(p: Proposal): Bytes {
  return new ProtoWriter()
    .uint(1, PROPOSAL_TYPE)
    .int(2, p.height)
    .int(3, p.round)
    .int(4, p.polRound)
    .message(5, encodeBlockId(p.blockId))
    .message(6, encodeTimestamp(p.timestamp))
    .bytes(7, p.signature.bytes)
    .finish();
}

/** Throws CodecError for bytes that are not a proposal. */
export function decodeProposal(bytes: Bytes): Proposal {
  const reader = new ProtoReader(bytes);
  let type = 0;
  let height = 0n;
  let round = 0;
  let polRound = 0;
  let blockId = NIL_BLOCK_ID;
  let timestamp = ZERO_TIME;
  let signature = NO_SIGNATURE;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) type = reader.number();
    else if (field === 2) height = reader.int();
    else if (field === 3) round = readInt32(reader, 'Proposal.round');
    else if (field === 4) polRound = readInt32(reader, 'Proposal.pol_round');
    else if (field === 5) blockId = decodeBlockId(reader.bytes());
    else if (field === 6) timestamp = decodeTimestamp(reader.bytes());
    else if (field === 7) signature = readSignature(reader, 'Proposal.signature');
    else throw reader.unknown('Proposal');
  }
  if (type !== PROPOSAL_TYPE) throw new CodecError(`Proposal.type is ${type}, expected ${PROPOSAL_TYPE}`);
  return { height, round, polRound, blockId, timestamp, signature };
}

/** Returns the bytes that the proposer signs. */
export const proposalSignBytes = (chainId: string, p: Proposal): Bytes =>
  canonicalProposalBytes(chainId, { type: PROPOSAL_TYPE, ...p });

/** Returns the first problem of a proposal by itself; undefined when there is none. */
export function validateProposal(p: Proposal): string | undefined {
  if (p.height <= 0n) return `proposal height ${p.height} is not positive`;
  if (p.round < 0) return `proposal round ${p.round} is negative`;
  if (p.polRound < -1 || p.polRound >= p.round)
    return `proposal polRound ${p.polRound} is not between -1 and the round before ${p.round}`;
  if (!isCompleteBlockId(p.blockId)) return 'proposal block id is not complete';
  return signatureProblem(p.signature, MAX_SIGNATURE_BYTES);
}
