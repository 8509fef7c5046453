/**
 * ICS-23 commitment proofs as IBC and CosmJS read them: encoding of `cosmos.ics23.v1.CommitmentProof`. Leaves and inner
 * nodes are hashed with SHA-256, as both specifications here, IAVL's and the simple tree's, say. Left out: batch and
 * compressed proofs, decoding and verifying.
 */
import type { Bytes } from '../kernel/bytes.js';
import { bytes, embedded, optional, repeated, small } from './field.js';
import { message, type Of } from './message.js';

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

const LeafOp = message('cosmos.ics23.v1.LeafOp', {
  hash: small(1),
  prehashValue: small(3),
  length: small(4),
  prefix: bytes(5),
});
const InnerStep = message('cosmos.ics23.v1.InnerOp', { hash: small(1), prefix: bytes(2), suffix: bytes(3) });
const Existence = message('cosmos.ics23.v1.ExistenceProof', {
  key: bytes(1),
  value: bytes(2),
  leaf: embedded(3, LeafOp),
  path: repeated(4, InnerStep),
});
const NonExistence = message('cosmos.ics23.v1.NonExistenceProof', {
  key: bytes(1),
  left: optional(2, Existence),
  right: optional(3, Existence),
});
const CommitmentProof = message('cosmos.ics23.v1.CommitmentProof', {
  exist: optional(1, Existence),
  nonexist: optional(2, NonExistence),
});

const existence = ({ key, value, leafPrefix, path }: ExistenceProof): Of<typeof Existence> => ({
  key,
  value,
  leaf: { hash: SHA256, prehashValue: SHA256, length: VAR_PROTO, prefix: leafPrefix },
  path: path.map((step) => ({ hash: SHA256, ...step })),
});

export const encodeExistenceProof = (proof: ExistenceProof): Bytes =>
  CommitmentProof.encode({ exist: existence(proof), nonexist: undefined });

export const encodeNonExistenceProof = ({ key, left, right }: NonExistenceProof): Bytes =>
  CommitmentProof.encode({
    exist: undefined,
    nonexist: { key, left: left && existence(left), right: right && existence(right) },
  });
