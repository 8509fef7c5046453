/** Tests contracts that a stateful precompile calls: they are static when it is, and write only when the call commits. */
import { describe, expect, it } from 'vitest';
import type { WorkingState } from '../../src/app/state/types.js';
import type { ContractAnswer, StatefulPrecompile } from '../../src/evm/machine.js';
import { MACHINE_KINDS } from '../../src/evm/machines.js';
import { bigintToBytes, EMPTY_BYTES } from '../../src/kernel/bytes.js';
import { call, peek, store } from '../app/traces/tracer_kit.js';
import { at, Bench } from './machine_kit.js';

const NATIVE = at(0x900);
const WRITER = at(0xbeef);
const CALLER = at(0xc0de);
const SLOT = bigintToBytes(1n, 32);

/** Makes a stateful precompile that calls the writer, and collects the results. */
function asking(commit: boolean) {
  const answers: ContractAnswer[] = [];
  const native: StatefulPrecompile<WorkingState> = {
    address: NATIVE,
    run: async ({ callContract }) => {
      answers.push(await callContract({ from: NATIVE, to: WRITER, input: EMPTY_BYTES, gas: 60_000n, commit }));
      return { outcome: 'success', gasUsed: 70_000n, output: EMPTY_BYTES, logs: [] };
    },
  };
  return { native, answers };
}

describe.each(MACHINE_KINDS)('on the machine %s, a contract that a stateful precompile calls', (kind) => {
  it.each([
    ['writes when the call commits', true, 5n],
    ['writes nothing when the call does not commit', false, 0n],
  ])('%s', async (_, commit, held) => {
    const { native, answers } = asking(commit);
    const bench = await Bench.open([native], kind);
    bench.place(WRITER, store(1, 5));
    // The second call finds the slot as the first one has left it.
    bench.place(CALLER, call(NATIVE, { gas: 100_000 }).repeat(2));
    expect((await bench.run()).error).toBeUndefined();
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined]);
    expect(answers[1]?.gasUsed).toBe(commit ? 2_206n - 2_000n - 100n : answers[0]?.gasUsed);
    const value = bench.state.storage(WRITER, SLOT);
    expect(value.length === 0 ? 0n : BigInt(value[0] as number)).toBe(held);
  });

  it('writes nothing when the stateful precompile is called by STATICCALL', async () => {
    const { native, answers } = asking(true);
    const bench = await Bench.open([native], kind);
    bench.place(WRITER, store(1, 5));
    bench.place(CALLER, peek(NATIVE).replace('61c350', '620186a0'));
    expect((await bench.run()).error).toBeUndefined();
    expect(answers.map(({ error }) => error)).toEqual(['write protection']);
    expect(bench.state.storage(WRITER, SLOT)).toHaveLength(0);
  });
});
