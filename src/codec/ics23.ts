/**
 * ICS-23 commitment proofs as IBC and CosmJS read them: encoding of `cosmos.ics23.v1.CommitmentProof`. Leaves and inner
 * nodes are hashed with SHA-256, as both specifications here, IAVL's and the simple tree's, say. Left out: batch and
 * compressed proofs, decoding and verifying.
 */
import type { Bytes } from '../kernel/bytes.js';
import { ProtoWriter } from './protobuf.js';

/** One step up: the parent's preimage is prefix, child's hash, suffix. */
export interface InnerOp {
  readonly prefix: Bytes;
  readonly suffix: Bytes;
}

export interface ExistenceProof {
  readonly key: Bytes;
  readonly value: Bytes;
  /** The leaf's preimage: this prefix, then the key and the value's SHA-256, each behind its length. */
  readonly leafPrefix: Bytes;
  /** From the leaf to the root. */
  readonly path: readonly InnerOp[];
}

/** The neighbours of an absent key; one is missing at an end of the tree, both when the tree is empty. */
export interface NonExistenceProof {
  readonly key: Bytes;
  readonly left: ExistenceProof | undefined;
  readonly right: ExistenceProof | undefined;
}

const SHA256 = 1;
const VAR_PROTO = 1;

function encodeLeafOp(prefix: Bytes): Bytes {
  return new ProtoWriter().uint(1, SHA256).uint(3, SHA256).uint(4, VAR_PROTO).bytes(5, prefix).finish();
}

function encodeInnerOp({ prefix, suffix }: InnerOp): Bytes {
  return new ProtoWriter().uint(1, SHA256).bytes(2, prefix).bytes(3, suffix).finish();
}

function encodeExistence(proof: ExistenceProof): Bytes {
  const writer = new ProtoWriter().bytes(1, proof.key).bytes(2, proof.value).message(3, encodeLeafOp(proof.leafPrefix));
  for (const step of proof.path) writer.message(4, encodeInnerOp(step));
  return writer.finish();
}

export function encodeExistenceProof(proof: ExistenceProof): Bytes {
  return new ProtoWriter().message(1, encodeExistence(proof)).finish();
}

export function encodeNonExistenceProof({ key, left, right }: NonExistenceProof): Bytes {
  const writer = new ProtoWriter().bytes(1, key);
  if (left !== undefined) writer.message(2, encodeExistence(left));
  if (right !== undefined) writer.message(3, encodeExistence(right));
  return new ProtoWriter().message(2, writer.finish()).finish();
}
