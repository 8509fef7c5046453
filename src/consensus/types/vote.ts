/**
 * Encodes prevotes and precommits (CometBFT types/vote.go) and the canonical bytes that they sign (types/canonical.go).
 */
import {
  CodecError,
  decodeTimestamp,
  encodeTimestamp,
  ProtoReader,
  ProtoWriter,
  readInt32,
} from '../../codec/protobuf/index.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { type UnixNanos, ZERO_TIME } from '../../kernel/time.js';
import {
  type BlockId,
  blockIdText,
  decodeBlockId,
  encodeBlockId,
  isCompleteBlockId,
  isNilBlockId,
  NIL_BLOCK_ID,
  validateBlockId,
} from './block_id.js';
import { canonicalVoteBytes } from './canonical.js';
import { MAX_SIGNATURE_BYTES, readAddress, validatorAddressProblem } from './fields.js';
import { NO_SIGNATURE, readSignature, type Signature, signatureProblem } from './signature.js';

/** Values of `SignedMsgType`. */
export const VoteType = { Prevote: 1, Precommit: 2 } as const;
export type VoteType = (typeof VoteType)[keyof typeof VoteType];

/** Application's data on a precommit (ABCI 2.0), with a signature of its own. */
export interface VoteExtension {
  /** Empty where the application has nothing to add. */
  readonly bytes: Bytes;
  /** Signature over the bytes, height, round and chain id. */
  readonly signature: Signature;
}

export interface Vote {
  readonly type: VoteType;
  readonly height: bigint;
  readonly round: number;
  /** `NIL_BLOCK_ID` in a vote for nil. */
  readonly blockId: BlockId;
  readonly timestamp: UnixNanos;
  readonly validatorAddress: Bytes;
  readonly validatorIndex: number;
  readonly signature: Signature;
  /** Present in precommits for a block, from the height on that enables vote extensions. */
  readonly extension?: VoteExtension;
}

const NO_EXTENSION: VoteExtension = { bytes: EMPTY_BYTES, signature: NO_SIGNATURE };

/** Encodes `tendermint.types.Vote`. */
export function encodeVote(vote: Vote): Bytes {
  return new ProtoWriter()
    .uint(1, vote.type)
    .int(2, vote.height)
    .int(3, vote.round)
    .message(4, encodeBlockId(vote.blockId))
    .message(5, encodeTimestamp(vote.timestamp))
    .bytes(6, vote.validatorAddress)
    .int(7, vote.validatorIndex)
    .bytes(8, vote.signature.bytes)
    .bytes(9, vote.extension?.bytes ?? EMPTY_BYTES)
    .bytes(10, vote.extension?.signature.bytes ?? EMPTY_BYTES)
    .finish();
}

/** Throws CodecError for bytes that are not a vote. */
export function decodeVote(bytes: Bytes): Vote {
  const reader = new ProtoReader(bytes);
  let type: VoteType | undefined;
  let height = 0n;
  let round = 0;
  let blockId = NIL_BLOCK_ID;
  let timestamp = ZERO_TIME;
  let validatorAddress: Bytes = EMPTY_BYTES;
  let validatorIndex = 0;
  let signature = NO_SIGNATURE;
  let extension = NO_EXTENSION;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) type = readVoteType(reader);
    else if (field === 2) height = reader.int();
    else if (field === 3) round = readInt32(reader, 'Vote.round');
    else if (field === 4) blockId = decodeBlockId(reader.bytes());
    else if (field === 5) timestamp = decodeTimestamp(reader.bytes());
    else if (field === 6) validatorAddress = readAddress(reader, 'Vote.validator_address');
    else if (field === 7) validatorIndex = readInt32(reader, 'Vote.validator_index');
    else if (field === 8) signature = readSignature(reader, 'Vote.signature');
    else if (field === 9) extension = { ...extension, bytes: reader.bytes() };
    else if (field === 10) extension = { ...extension, signature: readSignature(reader, 'Vote.extension_signature') };
    else throw reader.unknown('Vote');
  }
  if (type === undefined) throw new CodecError('Vote.type is missing');
  const vote = { type, height, round, blockId, timestamp, validatorAddress, validatorIndex, signature };
  return extension === NO_EXTENSION ? vote : { ...vote, extension };
}

function readVoteType(reader: ProtoReader): VoteType {
  const value = reader.number();
  if (value === VoteType.Prevote || value === VoteType.Precommit) return value;
  throw new CodecError(`Vote.type is ${value}, expected 1 (prevote) or 2 (precommit)`);
}

/** Returns the bytes that the validator signs: its address and index are not part of them. */
export const voteSignBytes = (chainId: string, vote: Vote): Bytes => canonicalVoteBytes(chainId, vote);

/** Reports whether a vote is of the kind that may have an extension: a precommit for a block. */
export const isExtendable = ({ type, blockId }: Pick<Vote, 'type' | 'blockId'>): boolean =>
  type === VoteType.Precommit && !isNilBlockId(blockId);

/**
 * Returns the first problem of a vote by itself, with CometBFT's error text (`ValidateBasic`); undefined when there is
 * none. `signatureBytes` is the most that a signature may have, in bytes.
 */
export function validateVote(vote: Vote, signatureBytes: number = MAX_SIGNATURE_BYTES): string | undefined {
  if (vote.height <= 0n) return 'negative or zero Height';
  if (vote.round < 0) return 'negative Round';
  const problem = blockIdProblem(vote.blockId) ?? validatorAddressProblem(vote.validatorAddress);
  if (problem !== undefined) return problem;
  if (vote.validatorIndex < 0) return 'negative ValidatorIndex';
  return signatureProblem(vote.signature, signatureBytes) ?? extensionProblem(vote, signatureBytes);
}

function extensionProblem(vote: Vote, signatureBytes: number): string | undefined {
  const { extension, type, blockId } = vote;
  if (extension === undefined) return undefined;
  const { bytes, signature } = extension;
  if (!isExtendable(vote)) {
    if (bytes.length > 0) return `unexpected vote extension; vote type ${type}, isNil ${isNilBlockId(blockId)}`;
    return signature.bytes.length > 0 ? 'unexpected vote extension signature' : undefined;
  }
  if (signature.bytes.length > signatureBytes) return `vote extension signature is too big (max: ${signatureBytes})`;
  if (signature.bytes.length > 0 || bytes.length === 0) return undefined;
  return 'vote extension signature absent on vote with extension';
}

function blockIdProblem(id: BlockId): string | undefined {
  const problem = validateBlockId(id);
  if (problem !== undefined) return `wrong BlockID: ${problem}`;
  if (isNilBlockId(id) || isCompleteBlockId(id)) return undefined;
  return `blockID must be either empty or complete, got: ${blockIdText(id)}`;
}
