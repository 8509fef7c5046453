/**
 * Compares fused steps with single ones. In the plain interpreter a push, the jump after it and its JUMPDEST are one
 * step. That step must run out of gas, stack and destinations as the observed interpreter and the reference do, which
 * run them one by one.
 */
import { expect, it } from 'vitest';
import type { Execution } from '../../../src/evm/machine.js';
import { at, Bench, Scribe } from '../machine_kit.js';

const CODE = at(0xc0de);
const FULL = 1024;

/** Makes programs that depend on the offset at which they begin. */
const PROGRAMS: Readonly<Record<string, (before: number) => string>> = {
  'PUSH1, JUMP': (at) => `60${byte(at + 4)}56fe5b00`,
  'PUSH2, JUMP': (at) => `61${word(at + 5)}56fe5b00`,
  'PUSH1, JUMP to its own JUMPDEST': (at) => `5b60${byte(at)}56`,
  'PUSH2, JUMP to no JUMPDEST': (at) => `61${word(at + 4)}565b00`,
  'PUSH1, JUMP into a push': (at) => `60${byte(at + 4)}56605b00`,
  'PUSH2, JUMP beyond the code': () => '61ffff5600',
  'PUSH1, JUMPI taken': (at) => `600160${byte(at + 6)}57fe5b00`,
  'PUSH2, JUMPI taken': (at) => `600161${word(at + 7)}57fe5b00`,
  'PUSH1, JUMPI not taken': (at) => `5f60${byte(at + 5)}575b00`,
  'PUSH2, JUMPI not taken': (at) => `5f61${word(at + 6)}575b00`,
  'PUSH1, JUMPI not taken to no JUMPDEST': () => '5f60005700',
  'PUSH2, JUMPI taken to no JUMPDEST': () => '60016100005700',
  'PUSH1, JUMPI without a condition': (at) => `60${byte(at + 3)}575b00`,
  'PUSH2, the end of the code': () => '6100',
};

const byte = (number: number): string => number.toString(16).padStart(2, '0');
const word = (number: number): string => number.toString(16).padStart(4, '0');

/** Returns the fields to compare. The reference checks gas before the stack, so error texts may differ. */
const outcome = ({ error, gasUsed }: Execution) => [error === undefined, gasUsed];

async function benches(): Promise<readonly Bench[]> {
  return [await Bench.open([], 'halley'), await Bench.open([], 'ethereumjs')];
}

it.each(Object.entries(PROGRAMS))('%s ends in the same way for every amount of gas', async (_, program) => {
  const [ours, theirs] = (await benches()) as [Bench, Bench];
  for (const bench of [ours, theirs]) bench.place(CODE, program(0));
  for (let gas = 0n; gas < 45n; gas++) {
    const plain = await ours.run({}, gas);
    const observed = await ours.run({}, gas, new Scribe());
    const reference = await theirs.run({}, gas);
    expect({ gas, ...plain }).toEqual({ gas, ...observed });
    expect([gas, ...outcome(plain)]).toEqual([gas, ...outcome(reference)]);
  }
});

/**
 * Makes programs on a stack of so many items. PUSH1 cannot reach an offset after them, so its programs jump back to
 * code that fills the stack again.
 */
const FILLED: Readonly<Record<string, (items: number) => string>> = {
  ...Object.fromEntries(
    Object.entries(PROGRAMS).flatMap(([name, program]) =>
      name.startsWith('PUSH2') ? [[name, (items: number) => `${'5f'.repeat(items)}${program(items)}`]] : [],
    ),
  ),
  'PUSH1, JUMP back': (items) => `5b${'5f'.repeat(items)}600056`,
  'PUSH1, JUMPI back': (items) => `5b${'36'.repeat(items)}600057`,
};

it.each(Object.entries(FILLED))('%s ends in the same way on a stack that is nearly full', async (_, program) => {
  const [ours, theirs] = (await benches()) as [Bench, Bench];
  for (const items of [FULL - 2, FULL - 1, FULL]) {
    const code = program(items);
    for (const bench of [ours, theirs]) bench.place(CODE, code);
    const plain = await ours.run({}, 100_000n);
    const observed = await ours.run({}, 100_000n, new Scribe());
    const reference = await theirs.run({}, 100_000n);
    expect({ items, ...plain }).toEqual({ items, ...observed });
    expect([items, ...outcome(plain)]).toEqual([items, ...outcome(reference)]);
  }
});
