/**
 * Locates the path of an ICS-23 proof in its tree. The lengths of a step's prefix and suffix determine which child of
 * its parent the step is (ics23 `proof.go`).
 */
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import type { InnerStep } from './ics23.js';
import type { InnerSpec } from './ics23_spec.js';

type Path = readonly InnerStep[];

/** Reports whether only placeholders are to the left of the path. */
export const isLeftMost = (spec: InnerSpec, path: Path): boolean =>
  path.every((step) => isBranch(spec, step, 0) || leftIsEmpty(spec, step));

export const isRightMost = (spec: InnerSpec, path: Path): boolean =>
  path.every((step) => isBranch(spec, step, spec.childOrder.length - 1) || rightIsEmpty(spec, step));

/** Reports whether no leaf is between the two paths: below their shared part, one child follows the other. */
export function areNeighbours(spec: InnerSpec, left: Path, right: Path): boolean {
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
