/**
 * Tests that code which calls stateful precompiles in a loop yields between the calls, because each may run for
 * milliseconds.
 */
import { expect, it } from 'vitest';
import { CallTimeout, ExecutionGuard } from '../../src/evm/execution_guard.js';
import { MACHINE_KINDS } from '../../src/evm/machines.js';
import { EMPTY_BYTES } from '../../src/kernel/bytes.js';
import { at, Bench } from './machine_kit.js';

const NATIVE = at(0x800);
const CALLS = 20;
/** Price of a call in the endless loop below; it is above the gas between two clock checks. */
const GAS_OF_A_CALL = 20_000n;

/** Encodes `for (;;) address(0x800).call("")`. */
const LOOP = '0x5b5f5f5f5f5f6108005af1505f56';

it.each(MACHINE_KINDS)('yields after calls of stateful precompiles, on the machine %s', async (kind) => {
  const guard = new ExecutionGuard();
  let [calls, rests] = [0, 0];
  const native = {
    address: NATIVE,
    run: async () => {
      calls++;
      return { outcome: 'success' as const, gasUsed: GAS_OF_A_CALL, output: EMPTY_BYTES, logs: [] };
    },
  };
  const bench = await Bench.open([native], kind, guard);
  bench.place(at(0xc0de), LOOP);
  guard.set({
    yieldIfDue: () => {
      rests++;
      if (calls >= CALLS) throw new CallTimeout();
      return undefined;
    },
  });
  await expect(bench.run({}, 10n * BigInt(CALLS) * GAS_OF_A_CALL)).rejects.toThrow(CallTimeout);
  expect(calls).toBe(CALLS);
  expect(rests).toBeGreaterThanOrEqual(CALLS);
});
