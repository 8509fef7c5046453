/** Tests that the address of a failed creation has no account, and stays warm (EIP-2929). */
import { expect, it } from 'vitest';
import { createAddress } from '../../src/codec/ethereum/tx.js';
import { MACHINE_KINDS } from '../../src/evm/machines.js';
import { create, push, REVERT, store } from '../app/traces/tracer_kit.js';
import { at, Bench } from './machine_kit.js';

const CREATOR = at(0xc0de);
const BALANCE = 0x31;
const WARM_GAS = 100n;
const COLD_GAS = 2_600n;
/** Address of the first contract that CREATOR creates. */
const CHILD = createAddress(CREATOR, 1n);
const RETURN_TOP = '5f5260205ff3';

const failures = [
  ['reverts', REVERT],
  ['ends with INVALID', `${store(0, 1)}fe`],
] as const;

it.each(MACHINE_KINDS.flatMap((kind) => failures.map(([name, code]) => [kind, name, code] as const)))(
  'on the machine %s, BALANCE of an address whose creation %s is zero and costs the warm price',
  async (kind, _, code) => {
    const bench = await Bench.open([], kind);
    bench.place(CREATOR, `${create(code, 9)}${push(CHILD)}31${push(at(0xdead))}3150${RETURN_TOP}`, 50n);
    const { scribe, execution } = await bench.watch();
    expect([execution.error, execution.output.every((byte) => byte === 0)]).toEqual([undefined, true]);
    const costs = scribe.steps.filter(({ op }) => op === BALANCE).map(({ gasCost }) => gasCost);
    expect(costs).toEqual([WARM_GAS, COLD_GAS]);
    expect(bench.state.account(CHILD)).toBeUndefined();
    expect(bench.state.account(CREATOR)).toMatchObject({ balance: 50n, nonce: 2n });
    const again = await bench.run();
    expect([again.error, again.output]).toEqual([undefined, execution.output]);
  },
);
