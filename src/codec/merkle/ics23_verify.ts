/**
 * Verifies ICS-23 proofs (ics23 `proof.go`, `ops.go`; ibc-go 23-commitment `merkle.go`). They prove under a root that a
 * key has a value, or that it has none. Chained proofs do so through trees of trees, where each tree's root is a value
 * in the next. Of the hash functions and length encodings that specifications may name, only SHA-256 and protobuf's
 * lengths are supported; no chain has others. All functions throw ProofError when verification fails.
 */
import { type Bytes, compareBytes, concatBytes, equalBytes } from '../../kernel/bytes.js';
import { sha256 } from '../../kernel/hash.js';
import { toUpperHex } from '../../kernel/hex.js';
import { ProtoWriter } from '../protobuf/index.js';
import type { CommitmentProof, Existence, InnerStep, NonExistence } from './ics23.js';
import { HASH_OP, IAVL_SPEC, type InnerSpec, LENGTH_OP, type LeafOp, type ProofSpec } from './ics23_spec.js';

/** Greatest depth of a tree whose specification has no limit. */
const MAX_DEPTH = 128;

/** Failure of a verification. */
export class ProofError extends Error {
  override readonly name = 'ProofError';
}

function hashed(op: number, preimage: Bytes): Bytes {
  if (op !== HASH_OP.sha256) throw new ProofError(`unsupported hashop: ${op}`);
  return sha256(preimage);
}

function leafPart(prehash: number, length: number, data: Bytes): Bytes {
  const part = prehash === HASH_OP.none ? data : hashed(prehash, data);
  if (length === LENGTH_OP.none) return part;
  if (length !== LENGTH_OP.varProto) throw new ProofError(`unsupported lengthop: ${length}`);
  return new ProtoWriter().varint(part.length).raw(part).finish();
}

function leafHashOf(op: LeafOp, key: Bytes, value: Bytes): Bytes {
  if (key.length === 0) throw new ProofError('leaf op needs key');
  if (value.length === 0) throw new ProofError('leaf op needs value');
  const keyPart = leafPart(op.prehashKey, op.length, key);
  return hashed(op.hash, concatBytes(op.prefix, keyPart, leafPart(op.prehashValue, op.length, value)));
}

const innerHashOf = (op: InnerStep, child: Bytes): Bytes => hashed(op.hash, concatBytes(op.prefix, child, op.suffix));

const startsWith = (bytes: Bytes, prefix: Bytes): boolean => equalBytes(bytes.subarray(0, prefix.length), prefix);

/** Throws ProofError unless the leaf is hashed as the tree hashes its leaves. */
function checkLeaf(op: LeafOp, spec: ProofSpec): void {
  const leaf = spec.leafSpec;
  if (leaf === undefined) throw new ProofError('spec.LeafSpec must be non-nil');
  if (isIavl(spec)) checkIavlPrefix(op.prefix, 0);
  if (op.hash !== leaf.hash) throw new ProofError(`unexpected HashOp: ${op.hash}`);
  if (op.prehashKey !== leaf.prehashKey) throw new ProofError(`unexpected PrehashKey: ${op.prehashKey}`);
  if (op.prehashValue !== leaf.prehashValue) throw new ProofError(`unexpected PrehashValue: ${op.prehashValue}`);
  if (op.length !== leaf.length) throw new ProofError(`unexpected LengthOp: ${op.length}`);
  if (!startsWith(op.prefix, leaf.prefix)) throw new ProofError('leaf Prefix does not start with that of the spec');
}

/** Throws ProofError unless the step fits the tree and cannot be a leaf. `layer` counts from 1, just above the leaf. */
function checkInner(op: InnerStep, spec: ProofSpec, layer: number): void {
  const { innerSpec: inner, leafSpec: leaf } = spec;
  if (inner === undefined || leaf === undefined) throw new ProofError('spec must have LeafSpec and InnerSpec');
  if (op.hash !== inner.hash) throw new ProofError(`unexpected HashOp: ${op.hash}`);
  if (isIavl(spec)) checkIavlPrefix(op.prefix, layer);
  if (startsWith(op.prefix, leaf.prefix)) throw new ProofError('inner Prefix starts with that of a leaf');
  if (op.prefix.length < inner.minPrefixLength) throw new ProofError(`innerOp prefix too short (${op.prefix.length})`);
  if (op.prefix.length > inner.maxPrefixLength + (inner.childOrder.length - 1) * inner.childSize)
    throw new ProofError(`innerOp prefix too long (${op.prefix.length})`);
  if (inner.childSize <= 0) throw new ProofError('spec.InnerSpec.ChildSize must be >= 1');
  if (op.suffix.length % inner.childSize !== 0) throw new ProofError('InnerOp suffix malformed');
}

/** Compares enough of the two specifications to recognize IAVL's, as the reference implementation does. */
function isIavl({ leafSpec: leaf, innerSpec: inner }: ProofSpec): boolean {
  const known = { leaf: IAVL_SPEC.leafSpec as LeafOp, inner: IAVL_SPEC.innerSpec as InnerSpec };
  if (leaf === undefined || inner === undefined) return false;
  return (
    (['hash', 'prehashKey', 'prehashValue', 'length'] as const).every((name) => leaf[name] === known.leaf[name]) &&
    (['hash', 'minPrefixLength', 'maxPrefixLength', 'childSize'] as const).every(
      (name) => inner[name] === known.inner[name],
    ) &&
    inner.childOrder.length === known.inner.childOrder.length
  );
}

/** Lengths of an inner node's prefix after its three numbers: a length, or a left child between two. */
const IAVL_INNER_RESTS: readonly number[] = [1, 34];

/**
 * Checks a prefix, which begins with the node's height, size and version. A node of layer n has a height of at least n.
 */
function checkIavlPrefix(prefix: Bytes, layer: number): void {
  let at = 0;
  for (let i = 0; i < 3; i++) {
    const read = zigzag(prefix, at);
    if (read === undefined || read.value < 0n || (i === 0 && read.value < BigInt(layer)))
      throw new ProofError('wrong value in IAVL leaf op');
    at = read.end;
  }
  const rest = prefix.length - at;
  if (layer === 0 ? rest !== 0 : !IAVL_INNER_RESTS.includes(rest)) throw new ProofError('invalid op');
}

const MAX_VARINT_BYTES = 10;

/** Reads a number as Go's `binary.ReadVarint` does. Returns undefined when there is none. */
function zigzag(bytes: Bytes, from: number): { readonly value: bigint; readonly end: number } | undefined {
  let raw = 0n;
  for (let i = 0; i < MAX_VARINT_BYTES; i++) {
    const byte = bytes[from + i];
    if (byte === undefined) return undefined;
    raw |= BigInt(byte & 0x7f) << BigInt(7 * i);
    if (byte >= 0x80) continue;
    if (raw >= 1n << 64n) return undefined;
    return { value: raw & 1n ? -(raw >> 1n) - 1n : raw >> 1n, end: from + i + 1 };
  }
  return undefined;
}

const calculate = ({ leaf, key, value, path }: Existence): Bytes =>
  path.reduce((child, step) => innerHashOf(step, child), leafHashOf(leaf, key, value));

/** Returns the root to which a proof leads, without verifying the proof. */
export function rootOf({ exist, nonexist }: CommitmentProof): Bytes {
  const proof = exist ?? nonexist?.left ?? nonexist?.right;
  if (proof !== undefined) return calculate(proof);
  throw new ProofError(
    nonexist === undefined ? 'unrecognized proof type' : 'nonexistence proof has empty Left and Right proof',
  );
}

/**
 * Checks that the leaf and the steps have the form that `spec` allows, so that no inner node can be presented as a
 * leaf.
 */
export function checkAgainstSpec({ leaf, path }: Existence, spec: ProofSpec): void {
  checkLeaf(leaf, spec);
  if (path.length < spec.minDepth) throw new ProofError(`innerOps depth too short: ${path.length}`);
  if (path.length > (spec.maxDepth || MAX_DEPTH)) throw new ProofError(`innerOps depth too long: ${path.length}`);
  path.forEach((step, i) => {
    checkInner(step, spec, i + 1);
  });
}

export function verifyExistence(proof: Existence, spec: ProofSpec, root: Bytes, key: Bytes, value: Bytes): void {
  checkAgainstSpec(proof, spec);
  if (!equalBytes(key, proof.key)) throw new ProofError("provided key doesn't match proof");
  if (!equalBytes(value, proof.value)) throw new ProofError("provided value doesn't match proof");
  if (!equalBytes(root, calculate(proof))) throw new ProofError("calculated root doesn't match provided root");
}

type Path = readonly InnerStep[];

/**
 * Locates the path of an ICS-23 proof in its tree. The lengths of a step's prefix and suffix determine which child of
 * its parent the step is (ics23 `proof.go`). Reports whether only placeholders are to the left of the path.
 */
export const isLeftMost = (spec: InnerSpec, path: Path): boolean =>
  path.every((step) => isBranch(spec, step, 0) || leftIsEmpty(spec, step));

export const isRightMost = (spec: InnerSpec, path: Path): boolean =>
  path.every((step) => isBranch(spec, step, spec.childOrder.length - 1) || rightIsEmpty(spec, step));

/** Reports whether no leaf is between the two paths: below their shared part, one child follows the other. */
function areNeighbours(spec: InnerSpec, left: Path, right: Path): boolean {
  let shared = 0;
  while (isSameStep(left[left.length - 1 - shared], right[right.length - 1 - shared])) shared++;
  const [topLeft, topRight] = [left[left.length - 1 - shared], right[right.length - 1 - shared]];
  if (topLeft === undefined || topRight === undefined) return false;
  const [from, to] = [branchOf(spec, topLeft), branchOf(spec, topRight)];
  if (from === undefined || to !== from + 1) return false;
  const below = (path: Path): Path => path.slice(0, path.length - 1 - shared);
  return isRightMost(spec, below(left)) && isLeftMost(spec, below(right));
}

const isSameStep = (a: InnerStep | undefined, b: InnerStep | undefined): boolean =>
  a !== undefined && b !== undefined && equalBytes(a.prefix, b.prefix) && equalBytes(a.suffix, b.suffix);

/** Reports whether prefix and suffix have the lengths of the branch with this number. */
function isBranch(spec: InnerSpec, { prefix, suffix }: InnerStep, branch: number): boolean {
  const at = spec.childOrder.indexOf(branch);
  if (at < 0) return false;
  const before = at * spec.childSize;
  return (
    prefix.length >= before + spec.minPrefixLength &&
    prefix.length <= before + spec.maxPrefixLength &&
    suffix.length === (spec.childOrder.length - 1 - at) * spec.childSize
  );
}

function branchOf(spec: InnerSpec, step: InnerStep): number | undefined {
  for (let branch = 0; branch < spec.childOrder.length; branch++) if (isBranch(spec, step, branch)) return branch;
  return undefined;
}

function leftIsEmpty(spec: InnerSpec, step: InnerStep): boolean {
  const count = branchOf(spec, step) ?? 0;
  const from = step.prefix.length - count * spec.childSize;
  return count > 0 && from >= 0 && areEmpty(spec, step.prefix, from, count);
}

function rightIsEmpty(spec: InnerSpec, step: InnerStep): boolean {
  const branch = branchOf(spec, step);
  const count = branch === undefined ? 0 : spec.childOrder.length - 1 - branch;
  return count > 0 && step.suffix.length === count * spec.childSize && areEmpty(spec, step.suffix, 0, count);
}

/** Reports whether the first `count` children of `bytes` after `from` are placeholders. */
function areEmpty(spec: InnerSpec, bytes: Bytes, from: number, count: number): boolean {
  for (let branch = 0; branch < count; branch++) {
    const at = from + spec.childOrder.indexOf(branch) * spec.childSize;
    if (!equalBytes(spec.emptyChild, bytes.subarray(at, at + spec.childSize))) return false;
  }
  return true;
}

export function verifyNonExistence(proof: NonExistence, spec: ProofSpec, root: Bytes, key: Bytes): void {
  const { left, right } = proof;
  for (const side of [left, right]) if (side !== undefined) verifyExistence(side, spec, root, side.key, side.value);
  if (left === undefined && right === undefined) throw new ProofError('both left and right proofs missing');
  const order = (a: Bytes, b: Bytes): number => compareBytes(comparable(spec, a), comparable(spec, b));
  if (right !== undefined && order(key, right.key) >= 0) throw new ProofError('key is not left of right proof');
  if (left !== undefined && order(key, left.key) <= 0) throw new ProofError('key is not right of left proof');
  const inner = spec.innerSpec as InnerSpec;
  if (left === undefined) {
    if (!isLeftMost(inner, (right as Existence).path))
      throw new ProofError('left proof missing, right proof must be left-most');
  } else if (right === undefined) {
    if (!isRightMost(inner, left.path)) throw new ProofError('right proof missing, left proof must be right-most');
  } else if (!areNeighbours(inner, left.path, right.path))
    throw new ProofError('left and right proof are not neighbours');
}

const comparable = ({ prehashKeyBeforeComparison, leafSpec }: ProofSpec, key: Bytes): Bytes =>
  prehashKeyBeforeComparison && leafSpec?.prehashKey === HASH_OP.sha256 ? sha256(key) : key;

/**
 * Chain of proofs. `keys` are ordered from the outermost tree to the value, `specs` and `proofs` from the innermost
 * tree to `root`.
 */
interface Chain {
  readonly specs: readonly ProofSpec[];
  readonly proofs: readonly CommitmentProof[];
  readonly keys: readonly Bytes[];
  readonly root: Bytes;
}

const keyAt = ({ keys }: Chain, index: number): Bytes => keys[keys.length - 1 - index] as Bytes;

/** Verifies that `value` is in the innermost tree under its key. The lists must have equal lengths of at least one. */
export function verifyChainedMembership(chain: Chain, value: Bytes): void {
  verifyUpwards(chain, value, 0);
}

/** Verifies that the innermost tree has no value under its key. */
export function verifyChainedNonMembership(chain: Chain): void {
  const [first, spec] = [chain.proofs[0] as CommitmentProof, chain.specs[0] as ProofSpec];
  const subroot = rootOf(first);
  if (first.nonexist === undefined)
    throw new ProofError('commitment proof must be non-existence proof for verifying non-membership');
  verifyNonExistence(first.nonexist, spec, subroot, keyAt(chain, 0));
  verifyUpwards(chain, subroot, 1);
}

function verifyUpwards(chain: Chain, value: Bytes, from: number): void {
  let subroot = value;
  for (let i = from; i < chain.proofs.length; i++) {
    const proof = chain.proofs[i] as CommitmentProof;
    const above = rootOf(proof);
    if (proof.exist === undefined) throw new ProofError(`commitment proof must be existence proof at index ${i}`);
    verifyExistence(proof.exist, chain.specs[i] as ProofSpec, above, keyAt(chain, i), subroot);
    subroot = above;
  }
  if (equalBytes(chain.root, subroot)) return;
  throw new ProofError(
    `proof did not commit to expected root: ${toUpperHex(chain.root)}, got: ${toUpperHex(subroot)}. Please ensure proof was submitted with correct proofHeight and to the correct chain.`,
  );
}
