/**
 * Derives cases with gas one unit around a limit: a chosen operation has exactly its cost, one less, or one more; an
 * SSTORE has the call stipend, at which it fails; a call has the gas that it wants to pass on.
 */
import type { Observer, OpcodeStep } from '../../src/evm/observer.js';
import { type FuzzCase, owedGas } from './case.js';
import type { Draw } from './draw.js';

interface TakenStep {
  readonly op: number;
  readonly gas: bigint;
  readonly gasCost: bigint;
  readonly depth: number;
}

const SSTORE = 0x55;
const STIPEND = 2_300n;
/** Operations with an interesting price: state, memory, calls, creations. */
const DEAR: ReadonlySet<number> = new Set([
  ...[0x0a, 0x20, 0x31, 0x37, 0x39, 0x3b, 0x3c, 0x3e, 0x3f, 0x51, 0x52, 0x53, 0x54, SSTORE, 0x5e, 0xa0, 0xa1, 0xa2],
  ...[0xa3, 0xa4, 0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xfa, 0xfd, 0xff],
]);
/** Most extra gas, because an operation may need more than any host has. */
const MOST_MORE = 1_000_000n;
/** Most steps that are recorded of a run. */
const RETAINED = 4_000;

/** Records steps of a run to choose from. */
export class StepKeeper implements Observer {
  readonly steps: TakenStep[] = [];

  step({ op, gas, gasCost, depth }: OpcodeStep): void {
    if (this.steps.length < RETAINED && DEAR.has(op)) this.steps.push({ op, gas, gasCost, depth });
  }
}

/** Returns three cases for each chosen step, or fewer where a transaction could not have so little gas. */
export function gasEdges(draw: Draw, drawn: FuzzCase, { steps }: StepKeeper, chosen: number): FuzzCase[] {
  if (steps.length === 0) return [];
  const { intrinsic, floor } = owedGas(drawn);
  const least = intrinsic > floor ? intrinsic : floor;
  const edges: FuzzCase[] = [];
  for (let i = 0; i < chosen; i++) {
    const { op, gas, gasCost, depth } = draw.one(steps);
    const needed = op === SSTORE && draw.happens(50) ? STIPEND : gasCost;
    for (const around of [-1n, 0n, 1n]) {
      const gasLimit = drawn.message.gasLimit - outermost(gas - needed, depth) + around;
      if (gasLimit >= least && gasLimit <= drawn.message.gasLimit + MOST_MORE)
        edges.push({ ...drawn, message: { ...drawn.message, gasLimit } });
    }
  }
  return edges;
}

/**
 * Returns by how much the transaction's gas must change so that a frame at this depth has `gas` less, when each frame
 * gets 63/64 of the one above.
 */
function outermost(gas: bigint, depth: number): bigint {
  let short = gas;
  for (let i = 0; i < Math.min(depth, 8); i++) short = (short * 64n + 62n) / 63n;
  return short;
}
