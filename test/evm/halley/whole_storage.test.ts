/**
 * Tests that the machine stops reading an account's storage after as many reads as it has slots: the other slots are
 * zero.
 */
import { describe, expect, it } from 'vitest';
import type { WorkingState } from '../../../src/app/state/types.js';
import type { StatefulPrecompile } from '../../../src/evm/machine.js';
import { MACHINE_KINDS } from '../../../src/evm/machines.js';
import { type Bytes, bigintToBytes, bytesToBigint, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { at, Bench } from '../machine_kit.js';

const CODE = at(0xc0de);
const INNER = at(0xaa);
const NATIVE = at(0x900);
const slot = (number: number): Bytes => bigintToBytes(BigInt(number), 32);
const byte = (number: number): string => number.toString(16).padStart(2, '0');

const ANSWER = '5f5260205ff3';
/** Sums the first hundred slots. */
const SUM = `5f${Array.from({ length: 100 }, (_, i) => `60${byte(i)}5401`).join('')}${ANSWER}`;
/** Stores 9 in slot 3, then sums. */
const STORE_AND_SUM = `60096003555f${SUM}`;
const readsOf = (number: number): string => `60${byte(number)}54`;
const callOf = (address: string): string => `5f5f5f5f5f${address}5af150`;

/** Stores 5 in slot 7 of the contract, whatever the caller. */
const native: StatefulPrecompile<WorkingState> = {
  address: NATIVE,
  run: async ({ state }) => {
    state.setStorage(CODE, slot(7), Uint8Array.of(5));
    return { outcome: 'success', gasUsed: 0n, output: EMPTY_BYTES, logs: [] };
  },
};

/** Returns the code's output, and how many slots the machine has read meanwhile. */
async function answerOf(bench: Bench): Promise<{ readonly answer: bigint; readonly reads: number }> {
  const { state } = bench;
  const read = state.storage.bind(state);
  let reads = 0;
  state.storage = (address, key) => {
    reads++;
    return read(address, key);
  };
  const { output, error } = await bench.run();
  expect(error).toBeUndefined();
  return { answer: bytesToBigint(output), reads };
}

async function benchWith(code: string, slots: Readonly<Record<number, number>>): Promise<Bench> {
  const bench = await Bench.open([native], 'halley');
  bench.place(CODE, code);
  for (const [number, value] of Object.entries(slots))
    bench.state.setStorage(CODE, slot(Number(number)), Uint8Array.of(value));
  return bench;
}

it('reads no slot of an account that has none', async () => {
  expect(await answerOf(await benchWith(SUM, {}))).toEqual({ answer: 0n, reads: 0 });
});

it('reads few slots of an account that has few', async () => {
  const { answer, reads } = await answerOf(await benchWith(SUM, { 0: 7, 50: 20, 99: 3 }));
  expect(answer).toBe(30n);
  expect(reads).toBeLessThanOrEqual(6);
});

it('preserves a written slot when it reads the others later', async () => {
  const { answer } = await answerOf(await benchWith(STORE_AND_SUM, { 2: 1, 3: 100, 98: 50 }));
  expect(answer).toBe(60n);
});

describe.each(MACHINE_KINDS)('the machine of the kind %s', (kind) => {
  const answer = async (code: string): Promise<bigint> => {
    const bench = await Bench.open([native], kind);
    bench.place(CODE, code);
    bench.place(INNER, `${callOf('610900')}5f5ffd`);
    return bytesToBigint((await bench.run()).output);
  };

  it('reads what a stateful precompile has stored since', async () => {
    expect(await answer(`${readsOf(1)}50${callOf('610900')}${readsOf(7)}${ANSWER}`)).toBe(5n);
  });

  it('reads nothing that a stateful precompile stored in a reverted frame', async () => {
    expect(await answer(`${readsOf(1)}50${callOf('60aa')}${readsOf(7)}${ANSWER}`)).toBe(0n);
  });
});
