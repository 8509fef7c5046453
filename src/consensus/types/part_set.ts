/** Splits a block into parts: 65,536-byte slices with Merkle proofs (CometBFT types/part_set.go). */
import {
  decodeMerkleProof,
  encodeMerkleProof,
  type MerkleProof,
  merkleProofs,
  verifyMerkleProof,
} from '../../codec/merkle/index.js';
import { CodecError, ProtoReader, ProtoWriter, readUint32 } from '../../codec/protobuf/index.js';
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import type { PartSetHeader } from './block_id.js';

export const BLOCK_PART_SIZE = 65_536;

export interface Part {
  readonly index: number;
  readonly bytes: Bytes;
  readonly proof: MerkleProof;
}

/** Parts that have arrived; a missing one is `undefined`. The set is immutable. */
export interface PartSet {
  readonly header: PartSetHeader;
  readonly parts: readonly (Part | undefined)[];
  /** Number of parts that have arrived; `byteSize` counts their bytes. */
  readonly count: number;
  readonly byteSize: number;
}

/** Returns the complete part set of an encoded block, which must not be empty. Parts are views of `bytes`. */
export function partSetOf(bytes: Bytes): PartSet {
  invariant(bytes.length > 0, 'a block has no bytes');
  const slices: Bytes[] = [];
  for (let at = 0; at < bytes.length; at += BLOCK_PART_SIZE) slices.push(bytes.subarray(at, at + BLOCK_PART_SIZE));
  const { root, proofs } = merkleProofs(slices);
  return {
    header: { total: slices.length, hash: root },
    parts: slices.map((slice, index) => ({ index, bytes: slice, proof: proofs[index] as MerkleProof })),
    count: slices.length,
    byteSize: bytes.length,
  };
}

/** Returns a set that waits for the parts of `header`. Check `header.total` against `maxParts` before. */
export function emptyPartSet(header: PartSetHeader): PartSet {
  return { header, parts: new Array<undefined>(header.total).fill(undefined), count: 0, byteSize: 0 };
}

export type AddedPart = { readonly set: PartSet } | { readonly error: string };

/** Returns the set with `part`, or why the part does not belong to it. A part that is present changes nothing. */
export function addPart(set: PartSet, part: Part): AddedPart {
  const problem = partProblem(set.header, part);
  if (problem !== undefined) return { error: problem };
  if (set.parts[part.index] !== undefined) return { set };
  return {
    set: {
      header: set.header,
      parts: set.parts.with(part.index, part),
      count: set.count + 1,
      byteSize: set.byteSize + part.bytes.length,
    },
  };
}

function partProblem({ total, hash }: PartSetHeader, { index, bytes, proof }: Part): string | undefined {
  if (!Number.isInteger(index) || index < 0 || index >= total) return `part ${index} of a block with ${total} parts`;
  if (index < total - 1 && bytes.length !== BLOCK_PART_SIZE)
    return `part ${index} of ${total} has ${bytes.length} bytes, expected ${BLOCK_PART_SIZE}`;
  if (bytes.length > BLOCK_PART_SIZE) return `last part has ${bytes.length} bytes, at most ${BLOCK_PART_SIZE}`;
  if (proof.index !== index || proof.total !== total)
    return `part ${index} of ${total} has a proof for part ${proof.index} of ${proof.total}`;
  if (!verifyMerkleProof(hash, proof, bytes)) return `part ${index} of ${total} has a wrong proof`;
  return undefined;
}

export const isComplete = (set: PartSet): boolean => set.count === set.header.total;

/** Returns the encoded block that a complete set carries. */
export function assemble(set: PartSet): Bytes {
  invariant(isComplete(set), `only ${set.count} of ${set.header.total} parts have arrived`);
  const [only] = set.parts;
  if (set.parts.length === 1 && only !== undefined) return only.bytes;
  return concatBytes(...set.parts.map((part) => (part as Part).bytes));
}

/** Encodes `tendermint.types.Part`. */
export function encodePart(part: Part): Bytes {
  return new ProtoWriter().uint(1, part.index).bytes(2, part.bytes).message(3, encodeMerkleProof(part.proof)).finish();
}

/** Throws CodecError for bytes that are not a part. */
export function decodePart(bytes: Bytes): Part {
  const reader = new ProtoReader(bytes);
  let index = 0;
  let body: Bytes = EMPTY_BYTES;
  let proof: MerkleProof | undefined;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) index = readUint32(reader, 'Part.index');
    else if (field === 2) body = reader.bytes();
    else if (field === 3) proof = decodeMerkleProof(reader.bytes());
    else throw reader.unknown('Part');
  }
  if (proof === undefined) throw new CodecError('Part.proof is missing');
  return { index, bytes: body, proof };
}
