/**
 * Encodes ICS-23 commitment proofs as IBC and CosmJS read them: `cosmos.ics23.v1.CommitmentProof`. Our leaves and inner
 * nodes are hashed with SHA-256, as the specifications of IAVL and of the simple tree require. Batch and compressed
 * proofs, which no chain sends, are not supported: they are rejected as unknown fields.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { bytes, embedded, optional, repeated, small } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';
import { HASH_KIND, HASH_OP, LENGTH_OP, LeafOp } from './ics23_spec.js';

/** One step up: the parent's preimage is the prefix, the child's hash and the suffix. */
export interface InnerOp {
  readonly prefix: Bytes;
  readonly suffix: Bytes;
}

export interface ExistenceProof {
  readonly key: Bytes;
  readonly value: Bytes;
  /** Begins the leaf's preimage. The key and the SHA-256 hash of the value follow, each after its length. */
  readonly leafPrefix: Bytes;
  /** Steps from the leaf to the root. */
  readonly path: readonly InnerOp[];
}

/**
 * Proves that a key is absent by its neighbours. One is missing at an end of the tree, and both are when the tree is
 * empty.
 */
export interface NonExistenceProof {
  readonly key: Bytes;
  readonly left: ExistenceProof | undefined;
  readonly right: ExistenceProof | undefined;
}

const InnerStep = message('cosmos.ics23.v1.InnerOp', { hash: small(1, HASH_KIND), prefix: bytes(2), suffix: bytes(3) });
/** Step with its hash function. */
export type InnerStep = Of<typeof InnerStep>;

const Existence = message('cosmos.ics23.v1.ExistenceProof', {
  key: bytes(1),
  value: bytes(2),
  leaf: embedded(3, LeafOp),
  path: repeated(4, InnerStep),
});
/** Proof as others send it: each step names its hash function, and nothing is checked yet. */
export type Existence = Of<typeof Existence>;

const NonExistence = message('cosmos.ics23.v1.NonExistenceProof', {
  key: bytes(1),
  left: optional(2, Existence),
  right: optional(3, Existence),
});
export type NonExistence = Of<typeof NonExistence>;

/** Proof of existence or of absence: exactly one of the two is present. */
export const CommitmentProof = message(
  'cosmos.ics23.v1.CommitmentProof',
  { exist: optional(1, Existence), nonexist: optional(2, NonExistence) },
  { oneof: 'proof' },
);
export type CommitmentProof = Of<typeof CommitmentProof>;

const existence = ({ key, value, leafPrefix, path }: ExistenceProof): Existence => ({
  key,
  value,
  leaf: {
    hash: HASH_OP.sha256,
    prehashKey: HASH_OP.none,
    prehashValue: HASH_OP.sha256,
    length: LENGTH_OP.varProto,
    prefix: leafPrefix,
  },
  path: path.map((step) => ({ hash: HASH_OP.sha256, ...step })),
});

export const encodeExistenceProof = (proof: ExistenceProof): Bytes =>
  CommitmentProof.encode({ exist: existence(proof), nonexist: undefined });

export const encodeNonExistenceProof = ({ key, left, right }: NonExistenceProof): Bytes =>
  CommitmentProof.encode({
    exist: undefined,
    nonexist: { key, left: left && existence(left), right: right && existence(right) },
  });
