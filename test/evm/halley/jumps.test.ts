/**
 * A push, the jump behind it and the JUMPDEST where it leads are one step of the plain interpreter: it must run out of gas,
 * of stack and of destinations as the observed one and the reference do, which take them one by one.
 */
import { expect, it } from 'vitest';
import type { Execution } from '../../../src/evm/machine.js';
import { at, Bench, Scribe } from '../machine_kit.js';

const CODE = at(0xc0de);
const FULL = 1024;

/** Each for the place where it begins. */
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

/** The reference looks at gas before it looks at the stack. */
const outcome = ({ error, gasUsed }: Execution) => [error === undefined, gasUsed];

async function benches(): Promise<readonly Bench[]> {
  return [await Bench.open([], 'halley'), await Bench.open([], 'ethereumjs')];
}

it.each(Object.entries(PROGRAMS))('%s ends alike for every amount of gas', async (_, program) => {
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

/** With so many items on the stack. A byte names no place behind them: those that it can name fill it again. */
const FILLED: Readonly<Record<string, (items: number) => string>> = {
  ...Object.fromEntries(
    Object.entries(PROGRAMS).flatMap(([name, program]) =>
      name.startsWith('PUSH2') ? [[name, (items: number) => `${'5f'.repeat(items)}${program(items)}`]] : [],
    ),
  ),
  'PUSH1, JUMP back': (items) => `5b${'5f'.repeat(items)}600056`,
  'PUSH1, JUMPI back': (items) => `5b${'36'.repeat(items)}600057`,
};

it.each(Object.entries(FILLED))('%s ends alike on a stack that is nearly full', async (_, program) => {
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
