/**
 * What proofs of a tree must look like (ICS-23 `cosmos.ics23.v1.ProofSpec`), and the two that chains of the SDK have: a
 * store's tree, and the simple Merkle map over all stores (ics23 `IavlSpec`, `TendermintSpec`).
 */
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { bool, bytes, optional, packedSmall, small } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';

export const HASH_OP = { none: 0, sha256: 1 } as const;
export const LENGTH_OP = { none: 0, varProto: 1 } as const;

/** How a leaf is hashed: over `prefix`, then key and value, each hashed and with its length in front as it says. */
export const LeafOp = message('cosmos.ics23.v1.LeafOp', {
  hash: small(1),
  prehashKey: small(2),
  prehashValue: small(3),
  length: small(4),
  prefix: bytes(5),
});
export type LeafOp = Of<typeof LeafOp>;

/** Sizes in bytes. */
export const InnerSpec = message('cosmos.ics23.v1.InnerSpec', {
  childOrder: packedSmall(1),
  childSize: small(2),
  minPrefixLength: small(3),
  maxPrefixLength: small(4),
  emptyChild: bytes(5),
  hash: small(6),
});
export type InnerSpec = Of<typeof InnerSpec>;

/** A depth of 0 is no limit of the tree's own. */
export const ProofSpec = message('cosmos.ics23.v1.ProofSpec', {
  leafSpec: optional(1, LeafOp),
  innerSpec: optional(2, InnerSpec),
  maxDepth: small(3),
  minDepth: small(4),
  prehashKeyBeforeComparison: bool(5),
});
export type ProofSpec = Of<typeof ProofSpec>;

const LEAF: LeafOp = {
  hash: HASH_OP.sha256,
  prehashKey: HASH_OP.none,
  prehashValue: HASH_OP.sha256,
  length: LENGTH_OP.varProto,
  prefix: Uint8Array.of(0),
};

const binary = (childSize: number, minPrefixLength: number, maxPrefixLength: number): ProofSpec => ({
  leafSpec: LEAF,
  innerSpec: {
    childOrder: [0, 1],
    childSize,
    minPrefixLength,
    maxPrefixLength,
    emptyChild: EMPTY_BYTES,
    hash: HASH_OP.sha256,
  },
  maxDepth: 0,
  minDepth: 0,
  prehashKeyBeforeComparison: false,
});

/** Children stand behind a byte that says their length. */
export const IAVL_SPEC = binary(33, 4, 12);
export const TENDERMINT_SPEC = binary(32, 1, 1);

/** From the store's tree up to the app hash. */
export const SDK_SPECS: readonly ProofSpec[] = [IAVL_SPEC, TENDERMINT_SPEC];
