/**
 * Compares the struct logger with go-ethereum's own, step by step, for programs that geth ran
 * (`test/vectors/geth-1.17.10/README.md`).
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';

interface Vector {
  readonly name: string;
  /** Gas of the code, without the intrinsic gas of the transaction. */
  readonly gas: number;
  readonly input: string;
  readonly stateOverrides: object;
  readonly config: object;
  readonly result: { readonly failed: boolean; readonly returnValue: string; readonly structLogs: readonly object[] };
}

const VECTORS: readonly Vector[] = JSON.parse(
  readFileSync(new URL('../../vectors/geth-1.17.10/struct-logs.json', import.meta.url), 'utf8'),
);
const [SENDER, CONTRACT] = [`0x${'cc'.repeat(20)}`, `0x${'bb'.repeat(20)}`];
const BYTE_GAS = 16;

let devnet: Devnet;
beforeAll(async () => {
  devnet = await createDevnet({ seed: 'struct logs', miningMode: 'manual', jsonRpc: { namespaces: ['all'] } });
});
afterAll(() => devnet.close());

it.each(VECTORS)('returns what geth returns: $name', async ({ gas, input, stateOverrides, config, result }) => {
  const owed = 21_000 + (BYTE_GAS * (input.length - 2)) / 2;
  const call = { from: SENDER, to: CONTRACT, data: input, gas: `0x${(gas + owed).toString(16)}` };
  const { structLogs, failed, returnValue } = (await devnet.provider.request({
    method: 'debug_traceCall',
    params: [call, 'latest', { ...config, stateOverrides }],
  })) as Vector['result'];
  expect(structLogs).toEqual(result.structLogs);
  expect([failed, returnValue]).toEqual([result.failed, result.returnValue]);
});

it.each([
  ['return data out of bounds', 'return data out of bounds'],
  ['sentry', 'out of gas: not enough gas for reentrancy sentry'],
  ['storage without the gas', 'out of gas'],
])('shows in the frame why it failed: %s', async (name, error) => {
  const { gas, stateOverrides } = VECTORS.find((vector) => vector.name === name) as Vector;
  const call = { from: SENDER, to: CONTRACT, gas: `0x${(gas + 21_000).toString(16)}` };
  const params = [call, 'latest', { tracer: 'callTracer', stateOverrides }];
  expect(await devnet.provider.request({ method: 'debug_traceCall', params })).toMatchObject({ error });
});
