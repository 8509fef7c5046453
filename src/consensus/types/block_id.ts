/** `BlockID`: the hash of a block's header and of the parts that carry the block (CometBFT types/block.go). */
import { ProtoReader, ProtoWriter, readUint32 } from '../../codec/protobuf/index.js';
import { type Bytes, concatBytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { toHex, toUpperHex } from '../../kernel/hex.js';
import { HASH_BYTES, hashProblem, readHash } from './fields.js';

export interface PartSetHeader {
  readonly total: number;
  /** Merkle root over the raw part bytes: 32 bytes, or empty. */
  readonly hash: Bytes;
}

export interface BlockId {
  readonly hash: Bytes;
  readonly parts: PartSetHeader;
}

/** Identifies nil: a vote for nil has this id. */
export const NIL_BLOCK_ID: BlockId = { hash: EMPTY_BYTES, parts: { total: 0, hash: EMPTY_BYTES } };

export const isNilBlockId = (id: BlockId): boolean =>
  id === NIL_BLOCK_ID || (id.hash.length === 0 && id.parts.total === 0 && id.parts.hash.length === 0);

/** Reports whether the id names a block: both hashes and at least one part. A vote must have such an id or nil. */
export const isCompleteBlockId = (id: BlockId): boolean =>
  id.hash.length === HASH_BYTES && id.parts.total > 0 && id.parts.hash.length === HASH_BYTES;

export const equalPartSetHeaders = (a: PartSetHeader, b: PartSetHeader): boolean =>
  a === b || (a.total === b.total && equalBytes(a.hash, b.hash));

export const equalBlockIds = (a: BlockId, b: BlockId): boolean =>
  a === b || (equalBytes(a.hash, b.hash) && equalPartSetHeaders(a.parts, b.parts));

/** Prints the id as CometBFT does: the whole hash, the number of parts, the first six bytes of their hash. */
export const blockIdText = ({ hash, parts }: BlockId): string =>
  `${toUpperHex(hash)}:${parts.total}:${toUpperHex(parts.hash.subarray(0, 6)).padEnd(12, '0')}`;

/**
 * Returns CometBFT's key of a block id: its order decides which vote comes first in duplicate-vote evidence. It is
 * empty for nil.
 */
export const blockIdKeyBytes = (id: BlockId): Bytes => concatBytes(id.hash, encodePartSetHeader(id.parts));

const keys = new WeakMap<BlockId, string>();

/** Returns `blockIdKeyBytes` in hex, which is equal for equal ids and has the same order. */
export function blockIdKey(id: BlockId): string {
  const known = keys.get(id);
  if (known !== undefined) return known;
  const key = toHex(blockIdKeyBytes(id));
  keys.set(id, key);
  return key;
}

export function encodePartSetHeader(parts: PartSetHeader): Bytes {
  return new ProtoWriter().uint(1, parts.total).bytes(2, parts.hash).finish();
}

/** Id that was encoded last, because header, commit and sign bytes of a height name the same block. */
let encodedLast: { readonly id: BlockId; readonly bytes: Bytes } | undefined;

/** Encodes the id. The array is shared: callers must not write to it. */
export function encodeBlockId(id: BlockId): Bytes {
  if (encodedLast?.id === id) return encodedLast.bytes;
  const bytes = new ProtoWriter().bytes(1, id.hash).message(2, encodePartSetHeader(id.parts)).finish();
  encodedLast = { id, bytes };
  return bytes;
}

export function decodePartSetHeader(bytes: Bytes): PartSetHeader {
  const reader = new ProtoReader(bytes);
  let { total, hash } = NIL_BLOCK_ID.parts;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) total = readUint32(reader, 'PartSetHeader.total');
    else if (field === 2) hash = readHash(reader, 'PartSetHeader.hash');
    else throw reader.unknown('PartSetHeader');
  }
  return { total, hash };
}

export function decodeBlockId(bytes: Bytes): BlockId {
  const reader = new ProtoReader(bytes);
  let { hash, parts } = NIL_BLOCK_ID;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) hash = readHash(reader, 'BlockID.hash');
    else if (field === 2) parts = decodePartSetHeader(reader.bytes());
    else throw reader.unknown('BlockID');
  }
  return { hash, parts };
}

/** Returns the first problem of an id, with CometBFT's error text (`ValidateBasic`); undefined when there is none. */
export function validateBlockId({ hash, parts }: BlockId): string | undefined {
  if (hashProblem(hash) !== undefined) return 'wrong Hash';
  const problem = hashProblem(parts.hash);
  return problem && `wrong PartSetHeader: wrong Hash: ${problem}`;
}
