/**
 * Verifies ICS-23 proofs (ics23 `proof.go`; ibc-go 23-commitment `merkle.go`). They prove under a root that a key has a
 * value, or that it has none. Chained proofs do so through trees of trees, where each tree's root is a value in the
 * next. All functions throw ProofError when verification fails.
 */
import { type Bytes, compareBytes, equalBytes } from '../../kernel/bytes.js';
import { sha256 } from '../../kernel/hash.js';
import { toUpperHex } from '../../kernel/hex.js';
import type { CommitmentProof, Existence, NonExistence } from './ics23.js';
import { areNeighbours, isLeftMost, isRightMost } from './ics23_neighbours.js';
import { checkInner, checkLeaf, innerHashOf, leafHashOf, ProofError } from './ics23_ops.js';
import { HASH_OP, type InnerSpec, type ProofSpec } from './ics23_spec.js';

export { ProofError } from './ics23_ops.js';

/** Greatest depth of a tree whose specification has no limit. */
const MAX_DEPTH = 128;

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
