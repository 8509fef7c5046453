/**
 * Where in its tree a path of an ICS-23 proof runs: which of its parent's children each step stands for follows from how
 * much stands before and behind it (ics23 `proof.go`).
 */
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import type { InnerStep } from './ics23.js';
import type { InnerSpec } from './ics23_spec.js';

type Path = readonly InnerStep[];

/** Whether nothing stands left of the path but placeholders. */
export const isLeftMost = (spec: InnerSpec, path: Path): boolean =>
  path.every((step) => isBranch(spec, step, 0) || leftIsEmpty(spec, step));

export const isRightMost = (spec: InnerSpec, path: Path): boolean =>
  path.every((step) => isBranch(spec, step, spec.childOrder.length - 1) || rightIsEmpty(spec, step));

/** Whether nothing stands between the two: below what they share, one child follows on the other. */
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

/** Whether as much stands before and behind the child as does for the branch with this number. */
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

/** The first `count` children of `bytes` behind `from` are placeholders. */
function areEmpty(spec: InnerSpec, bytes: Bytes, from: number, count: number): boolean {
  for (let branch = 0; branch < count; branch++) {
    const at = from + spec.childOrder.indexOf(branch) * spec.childSize;
    if (!equalBytes(spec.emptyChild, bytes.subarray(at, at + spec.childSize))) return false;
  }
  return true;
}
