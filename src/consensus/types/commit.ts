/** A commit: the precommits that decided a block, one slot for each validator (CometBFT types/block.go). */
import { merkleRoot } from '../../codec/merkle/index.js';
import {
  CodecError,
  decodeTimestamp,
  ProtoReader,
  ProtoWriter,
  readInt32,
  writeTimestamp,
} from '../../codec/protobuf/index.js';
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { type UnixNanos, ZERO_TIME } from '../../kernel/time.js';
import { type BlockId, decodeBlockId, encodeBlockId, isNilBlockId, NIL_BLOCK_ID } from './block_id.js';
import { canonicalVoteBytes } from './canonical.js';
import { MAX_SIGNATURE_BYTES, readAddress, validatorAddressProblem } from './fields.js';
import { NO_SIGNATURE, readSignature, type Signature, signatureProblem } from './signature.js';
import { type Vote, type VoteExtension, VoteType } from './vote.js';

export const BlockIdFlag = { Absent: 1, Commit: 2, Nil: 3 } as const;
export type BlockIdFlag = (typeof BlockIdFlag)[keyof typeof BlockIdFlag];

export interface CommitSig {
  readonly blockIdFlag: BlockIdFlag;
  /** Empty when the slot is absent. */
  readonly validatorAddress: Bytes;
  /** `ZERO_TIME` when the slot is absent. */
  readonly timestamp: UnixNanos;
  readonly signature: Signature;
  /** Extension of the precommit, where this process knows it. Blocks, their hashes and `encodeCommit` leave it out. */
  readonly extension?: VoteExtension;
}

export interface Commit {
  readonly height: bigint;
  readonly round: number;
  readonly blockId: BlockId;
  /** Slots in the order of the validator set; empty in the commit that the initial block carries. */
  readonly signatures: readonly CommitSig[];
}

/** Slot of a validator whose precommit is missing or is for another block. */
export const ABSENT_SLOT: CommitSig = {
  blockIdFlag: BlockIdFlag.Absent,
  validatorAddress: EMPTY_BYTES,
  timestamp: ZERO_TIME,
  signature: NO_SIGNATURE,
};

/** Last commit of the initial block. */
export const EMPTY_COMMIT: Commit = { height: 0n, round: 0, blockId: NIL_BLOCK_ID, signatures: [] };

export function encodeCommitSig(slot: CommitSig): Bytes {
  return new ProtoWriter()
    .uint(1, slot.blockIdFlag)
    .bytes(2, slot.validatorAddress)
    .nested(3, slot.timestamp, writeTimestamp)
    .bytes(4, slot.signature.bytes)
    .finish();
}

/** Encodes `tendermint.types.ExtendedCommitSig`: a slot with the extension of its precommit. */
function encodeExtendedSlot(slot: CommitSig): Bytes {
  const { extension } = slot;
  const plain = encodeCommitSig(slot);
  if (extension === undefined) return plain;
  return concatBytes(plain, new ProtoWriter().bytes(5, extension.bytes).bytes(6, extension.signature.bytes).finish());
}

function readFlag(reader: ProtoReader): BlockIdFlag {
  const value = reader.number();
  if (value === BlockIdFlag.Absent || value === BlockIdFlag.Commit || value === BlockIdFlag.Nil) return value;
  throw new CodecError(`CommitSig.block_id_flag is ${value}, expected 1 (absent), 2 (commit) or 3 (nil)`);
}

export const decodeCommitSig = (bytes: Bytes): CommitSig => readSlot(bytes, false);

function readSlot(bytes: Bytes, mayBeExtended: boolean): CommitSig {
  const reader = new ProtoReader(bytes);
  let blockIdFlag: BlockIdFlag | undefined;
  let { validatorAddress, timestamp, signature } = ABSENT_SLOT;
  let extension: VoteExtension | undefined;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) blockIdFlag = readFlag(reader);
    else if (field === 2) validatorAddress = readAddress(reader, 'CommitSig.validator_address');
    else if (field === 3) timestamp = decodeTimestamp(reader.bytes());
    else if (field === 4) signature = readSignature(reader, 'CommitSig.signature');
    else if (field === 5 && mayBeExtended) extension = { bytes: reader.bytes(), signature: NO_SIGNATURE };
    else if (field === 6 && mayBeExtended)
      extension = { bytes: extension?.bytes ?? EMPTY_BYTES, signature: readSignature(reader, 'extension_signature') };
    else throw reader.unknown('CommitSig');
  }
  if (blockIdFlag === undefined) throw new CodecError('CommitSig.block_id_flag is missing');
  const slot = { blockIdFlag, validatorAddress, timestamp, signature };
  return extension === undefined ? slot : { ...slot, extension };
}

/** Slots of the last commit: a block holds them and their hash. */
let encodedLast: { readonly commit: Commit; readonly slots: readonly Bytes[] } | undefined;

function encodeSlots(commit: Commit): readonly Bytes[] {
  if (encodedLast?.commit === commit) return encodedLast.slots;
  const slots = commit.signatures.map(encodeCommitSig);
  encodedLast = { commit, slots };
  return slots;
}

/** Encodes `tendermint.types.Commit`. */
export const encodeCommit = (commit: Commit): Bytes => encodeWith(commit, encodeSlots(commit));

/** Encodes `tendermint.types.ExtendedCommit`, which equals `encodeCommit` where no precommit has an extension. */
export const encodeExtendedCommit = (commit: Commit): Bytes =>
  encodeWith(commit, commit.signatures.map(encodeExtendedSlot));

function encodeWith({ height, round, blockId }: Commit, slots: readonly Bytes[]): Bytes {
  const writer = new ProtoWriter().int(1, height).int(2, round).message(3, encodeBlockId(blockId));
  for (const slot of slots) writer.element(4, slot);
  return writer.finish();
}

/** Throws CodecError for bytes that are not a commit, and for one with extensions. */
export const decodeCommit = (bytes: Bytes): Commit => readCommit(bytes, false);

/** Decodes a commit with or without extensions. Throws CodecError for other bytes. */
export const decodeExtendedCommit = (bytes: Bytes): Commit => readCommit(bytes, true);

function readCommit(bytes: Bytes, mayBeExtended: boolean): Commit {
  const reader = new ProtoReader(bytes);
  let { height, round, blockId } = EMPTY_COMMIT;
  const signatures: CommitSig[] = [];
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) height = reader.int();
    else if (field === 2) round = readInt32(reader, 'Commit.round');
    else if (field === 3) blockId = decodeBlockId(reader.bytes());
    else if (field === 4) signatures.push(readSlot(reader.bytes(), mayBeExtended));
    else throw reader.unknown('Commit');
  }
  return { height, round, blockId, signatures };
}

const hashes = new WeakMap<Commit, Bytes>();

/** Computes `last_commit_hash`, which covers the slots alone, once for each commit object. */
export function commitHash(commit: Commit): Bytes {
  const known = hashes.get(commit);
  if (known !== undefined) return known;
  const hash = merkleRoot(encodeSlots(commit));
  hashes.set(commit, hash);
  return hash;
}

/** Returns the block id of a slot's precommit: the commit's block, or nil. */
export const slotBlockId = (commit: Commit, slot: CommitSig): BlockId =>
  slot.blockIdFlag === BlockIdFlag.Commit ? commit.blockId : NIL_BLOCK_ID;

function slotAt(commit: Commit, index: number): CommitSig {
  const slot = commit.signatures[index];
  invariant(slot !== undefined, `commit of height ${commit.height} has no slot ${index}`);
  return slot;
}

/** Returns the sign bytes of the precommit in slot `index`. */
export function commitSlotSignBytes(chainId: string, commit: Commit, index: number): Bytes {
  const slot = slotAt(commit, index);
  return canonicalVoteBytes(chainId, {
    type: VoteType.Precommit,
    height: commit.height,
    round: commit.round,
    blockId: slotBlockId(commit, slot),
    timestamp: slot.timestamp,
  });
}

/** Returns the precommit in slot `index`, as its validator sent it. The slot must not be absent. */
export function commitToVote(commit: Commit, index: number): Vote {
  const slot = slotAt(commit, index);
  invariant(slot.blockIdFlag !== BlockIdFlag.Absent, `slot ${index} of the commit of ${commit.height} is absent`);
  const vote = {
    type: VoteType.Precommit,
    height: commit.height,
    round: commit.round,
    blockId: slotBlockId(commit, slot),
    timestamp: slot.timestamp,
    validatorAddress: slot.validatorAddress,
    validatorIndex: index,
    signature: slot.signature,
  };
  return slot.extension === undefined ? vote : { ...vote, extension: slot.extension };
}

function slotProblem(slot: CommitSig, signatureBytes: number): string | undefined {
  if (slot.blockIdFlag === BlockIdFlag.Absent) {
    if (slot.validatorAddress.length > 0) return 'validator address is present';
    if (slot.timestamp !== ZERO_TIME) return 'time is present';
    if (slot.signature !== NO_SIGNATURE && slot.signature.bytes.length > 0) return 'signature is present';
    return undefined;
  }
  if (slot.blockIdFlag !== BlockIdFlag.Commit && slot.blockIdFlag !== BlockIdFlag.Nil)
    return `unknown BlockIDFlag: ${slot.blockIdFlag}`;
  return validatorAddressProblem(slot.validatorAddress) ?? signatureProblem(slot.signature, signatureBytes);
}

/**
 * Returns the first problem of a commit by itself, with CometBFT's error text (`ValidateBasic`); undefined when there
 * is none (consensus-engine.md 10.3). `signatureBytes` is the most that a signature may have, in bytes.
 */
export function validateCommit(commit: Commit, signatureBytes: number = MAX_SIGNATURE_BYTES): string | undefined {
  if (commit.height < 0n) return 'negative Height';
  if (commit.round < 0) return 'negative Round';
  if (commit.height === 0n) return undefined;
  if (isNilBlockId(commit.blockId)) return 'commit cannot be for nil block';
  if (commit.signatures.length === 0) return 'no signatures in commit';
  for (const [index, slot] of commit.signatures.entries()) {
    const problem = slotProblem(slot, signatureBytes);
    if (problem !== undefined) return `wrong CommitSig #${index}: ${problem}`;
  }
  return undefined;
}
