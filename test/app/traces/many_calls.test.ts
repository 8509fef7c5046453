/** Tests a run of ten thousand calls: its tree is complete, and its size stays within the budget. */
import { beforeAll, expect, it } from 'vitest';
import { SizeBudget } from '../../../src/app/traces/size_budget.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { Bench } from '../../evm/machine_kit.js';
import { CHILD, CODE, log, push, trace, traceText } from './tracer_kit.js';

beforeAll(installFastCrypto);

/** Opens a bench with a loop that counts down; each call has four bytes of input and emits a log. */
async function aLoop(calls: number): Promise<Bench> {
  const bench = await Bench.open();
  const count = calls.toString(16).padStart(4, '0');
  bench.place(CODE, `61${count}5b5f5f60045f5f${push(CHILD)}61c350f150600190038060035700`);
  bench.place(CHILD, log());
  return bench;
}

it('callTracer shows all of ten thousand calls, each with its log', async () => {
  const budget = new SizeBudget(10_000_000);
  const how = { gas: 30_000_000n, config: { withLog: true }, budget };
  const tree = await trace(await aLoop(10_000), 'callTracer', how);
  expect(tree.error).toBeUndefined();
  expect(tree.calls).toHaveLength(10_000);
  expect(tree.calls.at(-1).logs[0].index).toBe('0x270f');
});

it.each([
  ['callTracer', { withLog: true }],
  ['flatCallTracer', {}],
  ['4byteTracer', {}],
  ['muxTracer', { callTracer: {}, flatCallTracer: {} }],
])('%s stores at most what its budget allows', async (tracer, config) => {
  const budget = new SizeBudget(20_000);
  const text = await traceText(await aLoop(300), tracer, { config, budget });
  expect(budget.isFull).toBe(tracer !== '4byteTracer');
  expect(text.length).toBeLessThan(20_000);
});
