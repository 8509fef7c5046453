/**
 * Defines the form of a tree's proofs (ICS-23 `cosmos.ics23.v1.ProofSpec`), and the two forms of SDK chains. These are
 * a store's tree, and the simple Merkle map over all stores (ics23 `IavlSpec`, `TendermintSpec`).
 */
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { bool, bytes, optional, packedSmall, small } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';

export const HASH_OP = { none: 0, sha256: 1 } as const;
export const LENGTH_OP = { none: 0, varProto: 1 } as const;

export const HASH_KIND = {
  enum: 'cosmos.ics23.v1.HashOp',
  values: [
    'NO_HASH',
    'SHA256',
    'SHA512',
    'KECCAK256',
    'RIPEMD160',
    'BITCOIN',
    'SHA512_256',
    'BLAKE2B_512',
    'BLAKE2S_256',
    'BLAKE3',
  ],
};
const LENGTH_KIND = {
  enum: 'cosmos.ics23.v1.LengthOp',
  values: [
    'NO_PREFIX',
    'VAR_PROTO',
    'VAR_RLP',
    'FIXED32_BIG',
    'FIXED32_LITTLE',
    'FIXED64_BIG',
    'FIXED64_LITTLE',
    'REQUIRE_32_BYTES',
    'REQUIRE_64_BYTES',
  ],
};

/**
 * Rule for the hash of a leaf: over `prefix`, then the key and the value, each hashed and preceded by its length as
 * specified.
 */
export const LeafOp = message('cosmos.ics23.v1.LeafOp', {
  hash: small(1, HASH_KIND),
  prehashKey: small(2, HASH_KIND),
  prehashValue: small(3, HASH_KIND),
  length: small(4, LENGTH_KIND),
  prefix: bytes(5),
});
export type LeafOp = Of<typeof LeafOp>;

/** Rule for inner nodes. Sizes are in bytes. */
export const InnerSpec = message('cosmos.ics23.v1.InnerSpec', {
  childOrder: packedSmall(1),
  childSize: small(2, 'int32'),
  minPrefixLength: small(3, 'int32'),
  maxPrefixLength: small(4, 'int32'),
  emptyChild: bytes(5),
  hash: small(6, HASH_KIND),
});
export type InnerSpec = Of<typeof InnerSpec>;

/** Specification of a tree's proofs. A depth of 0 means that the tree has no limit of its own. */
export const ProofSpec = message('cosmos.ics23.v1.ProofSpec', {
  leafSpec: optional(1, LeafOp),
  innerSpec: optional(2, InnerSpec),
  maxDepth: small(3, 'int32'),
  minDepth: small(4, 'int32'),
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

/** Specification of IAVL trees: one byte before each child for the child's length. */
export const IAVL_SPEC = binary(33, 4, 12);
export const TENDERMINT_SPEC = binary(32, 1, 1);

/** Specifications from the store's tree up to the app hash. */
export const SDK_SPECS: readonly ProofSpec[] = [IAVL_SPEC, TENDERMINT_SPEC];
