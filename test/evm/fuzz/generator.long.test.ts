/** Tests the fuzzer's programs: they are reproducible, cover everything, and are long enough. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { run } from '../../../scripts/machine_fuzz/campaign.js';
import { caseFromJson, caseToJson, type FuzzCase } from '../../../scripts/machine_fuzz/case.js';
import { Draw } from '../../../scripts/machine_fuzz/draw.js';
import { gasEdges, StepKeeper } from '../../../scripts/machine_fuzz/gas_edges.js';
import { SAME_FATE } from '../../../scripts/machine_fuzz/judge.js';
import { drawCase } from '../../../scripts/machine_fuzz/pre_state.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import type { FrameEnd, FrameStart, OpcodeStep } from '../../../src/evm/observer.js';
import { isPrecompile } from '../../../src/evm/precompiled.js';
import { toHex } from '../../../src/kernel/hex.js';
import { type PrecompileInput, rightInputs } from '../../support/precompile_inputs.js';
import { side } from './kit.js';

/** Allows for thousands of programs that are run once before the first test. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const CASES = 1_000;
/** Opcodes that are undefined in all forks. */
const UNDEFINED: readonly (readonly [from: number, to: number])[] = [
  ...([
    [0x0c, 0x0f],
    [0x1f, 0x1f],
    [0x21, 0x2f],
    [0x4b, 0x4f],
    [0xa5, 0xef],
    [0xf6, 0xf9],
    [0xfb, 0xfc],
  ] as const),
];
const isDefined = (opcode: number): boolean => !UNDEFINED.some(([from, to]) => opcode >= from && opcode <= to);

let inputs: readonly PrecompileInput[];
const { runner } = side('ethereumjs');

const opcodes = new Set<number>();
const errors = new Set<string>();
const frames = new Set<string>();
const precompiles = new Set<string>();
const lengths: number[] = [];
const forks = new Set<string>();
let deepest = 0;

async function watch(drawn: FuzzCase): Promise<void> {
  let steps = 0;
  const state = await runner.preState(drawn);
  await runner.run(drawn, state, {
    step({ op, depth }: OpcodeStep) {
      steps++;
      opcodes.add(op);
      deepest = Math.max(deepest, depth);
    },
    enter({ type, to }: FrameStart) {
      frames.add(type);
      if (isPrecompile(to)) precompiles.add(toHex(to));
    },
    exit({ error }: FrameEnd) {
      errors.add((error ?? 'none').replace(/ \(.*|: opcode .*/, ''));
    },
  });
  lengths.push(steps);
  forks.add(drawn.fork);
}

/** Draws a deep program. These are rare, because each takes long. */
function aDeepOne(): FuzzCase {
  for (let i = 0; ; i++) {
    const drawn = drawCase('deep', i, inputs);
    if (drawn.message.gasLimit > 2n ** 38n) return drawn;
  }
}

beforeAll(async () => {
  await installFastCrypto();
  inputs = await rightInputs();
  for (let i = 0; i < CASES; i++) await watch(drawCase('generator', i, inputs));
  await watch(aDeepOne());
});

describe('a drawn program', () => {
  it('depends only on the seed and the number', () => {
    const text = (seed: string, number: number): string => JSON.stringify(caseToJson(drawCase(seed, number, inputs)));
    expect(text('a', 7)).toBe(text('a', 7));
    expect(text('a', 8)).not.toBe(text('a', 7));
    expect(text('b', 7)).not.toBe(text('a', 7));
  });

  it('is read back from a vector unchanged', () => {
    for (let i = 0; i < 50; i++) {
      const drawn = drawCase('vectors', i, inputs);
      expect(caseFromJson(JSON.parse(JSON.stringify(caseToJson(drawn))))).toEqual(drawn);
    }
  });

  it('runs every operation, in every fork, with every kind of call', () => {
    const missing = Array.from({ length: 256 }, (_, opcode) => opcode).filter(
      (opcode) => isDefined(opcode) && !opcodes.has(opcode),
    );
    expect(missing.map((opcode) => opcode.toString(16))).toEqual([]);
    expect(forks).toEqual(new Set(['shanghai', 'cancun', 'prague', 'osaka']));
    expect(frames.size).toBe(7);
    expect(precompiles.size).toBe(18);
  });

  it('ends in many ways', () => {
    for (const end of [
      ...['none', 'execution reverted', 'out of gas', 'invalid opcode', 'invalid jump destination'],
      ...['write protection', 'stack underflow', 'return data out of bounds', 'gas uint64 overflow'],
      ...['insufficient balance for transfer', 'contract address collision', 'max code size exceeded'],
      ...['invalid code: must not begin with 0xef', 'contract creation code storage out of gas'],
      ...['max call depth exceeded', 'out of gas: not enough gas for reentrancy sentry'],
    ])
      expect([...errors]).toContain(end);
    expect(deepest).toBe(1_024);
  });

  it('is long, and not too long', () => {
    const sorted = lengths.toSorted((a, b) => a - b);
    expect(sorted[CASES / 2]).toBeGreaterThan(40);
    expect(sorted[CASES / 5]).toBeGreaterThan(7);
    expect(lengths.reduce((sum, length) => sum + length, 0) / CASES).toBeLessThan(500);
  });
});

describe('gas edges', () => {
  it('give a chosen operation exactly its cost, one less, or one more', async () => {
    const drawn = drawCase('edges', 3, inputs);
    const keeper = new StepKeeper();
    await runner.run(drawn, await runner.preState(drawn), keeper);
    const outermost = { steps: keeper.steps.filter(({ depth, op }) => depth === 0 && op !== 0x55) } as StepKeeper;
    const edges = gasEdges(new Draw('edges', 'choice'), drawn, outermost, 1);
    expect(edges).toHaveLength(3);
    const spare: bigint[] = [];
    for (const edge of edges) {
      const seen = new StepKeeper();
      await runner.run(edge, await runner.preState(edge), seen);
      const last = seen.steps.findLast(({ depth }) => depth === 0);
      spare.push((last?.gas ?? 0n) - (last?.gasCost ?? 0n));
    }
    expect(spare).toContain(0n);
  });

  it('are among the programs of a campaign', async () => {
    const numbers = new Set<number>();
    const done = await run({
      ...{ seed: 'edges', from: 0, programs: 250, inputs, judge: SAME_FATE },
      ...{ ours: side('ethereumjs'), theirs: side('ethereumjs') },
      found: () => {},
      progress: (_, _2, number) => numbers.add(number),
    });
    expect(done).toBeGreaterThanOrEqual(250);
    expect([...numbers].at(-1)).toBeLessThan(220);
  });
});
