/** Tests the costs of operations on an account that is new, or that an earlier or the same operation has made warm. */
import { expect, it } from 'vitest';
import { MACHINE_KINDS } from '../../src/evm/machines.js';
import { EMPTY_CODE_HASH } from '../../src/evm/state.js';
import { concatBytes } from '../../src/kernel/bytes.js';
import { fromHex } from '../../src/kernel/hex.js';
import { call, push } from '../app/traces/tracer_kit.js';
import { at, Bench } from './machine_kit.js';

const CODE = at(0xc0de);
const CHILD = at(0xbeef);
const NOBODY = at(0xdead);
const [BALANCE, CALL, CALLCODE, SELFDESTRUCT] = [0x31, 0xf1, 0xf2, 0xff];
const [WARM, COLD, VALUE, NEW_ACCOUNT] = [100n, 2_600n, 9_000n, 25_000n];
/** Sends value 1 and no gas besides the stipend. */
const payBy = (op: number): string => `5f5f5f5f6001${push(NOBODY)}5f${op.toString(16)}50`;

it.each(MACHINE_KINDS)('on the machine %s, CALL with value pays for a new account, CALLCODE does not', async (kind) => {
  const bench = await Bench.open([], kind);
  bench.place(CODE, payBy(CALLCODE) + payBy(CALL), 10n);
  const { scribe, execution } = await bench.watch();
  expect(execution.error).toBeUndefined();
  const costOf = (op: number) => scribe.steps.find((step) => step.op === op)?.gasCost;
  expect([costOf(CALLCODE), costOf(CALL)]).toEqual([COLD + VALUE, WARM + VALUE + NEW_ACCOUNT]);
});

it.each(MACHINE_KINDS)('on the machine %s, the beneficiary of SELFDESTRUCT is warm afterwards', async (kind) => {
  const bench = await Bench.open([], kind);
  bench.place(CHILD, `${push(NOBODY)}ff`);
  bench.place(CODE, `${call(CHILD, { gas: 50_000 })}${push(NOBODY)}3150`);
  const { scribe } = await bench.watch();
  expect(scribe.steps.filter(({ op }) => op === SELFDESTRUCT).map(({ gasCost }) => gasCost)).toEqual([5_000n + COLD]);
  expect(scribe.steps.filter(({ op }) => op === BALANCE).map(({ gasCost }) => gasCost)).toEqual([WARM]);
});

it.each(MACHINE_KINDS)('on the machine %s, an account that delegates to itself is cold once', async (kind) => {
  const bench = await Bench.open([], kind);
  const delegation = concatBytes(fromHex('ef0100'), CHILD);
  bench.state.setAccount(CHILD, { nonce: 1n, balance: 0n, codeHash: bench.state.setCode(delegation) });
  bench.state.setAccount(NOBODY, { nonce: 1n, balance: 0n, codeHash: EMPTY_CODE_HASH });
  const bare = (to: Uint8Array): string => `5f5f5f5f5f${push(to)}5ff150`;
  bench.place(CODE, bare(CHILD) + bare(CHILD) + bare(NOBODY));
  const { scribe } = await bench.watch();
  const costs = scribe.steps.filter(({ op, depth }) => op === CALL && depth === 0).map(({ gasCost }) => gasCost);
  expect(costs).toEqual([COLD + WARM, 2n * WARM, COLD]);
});
