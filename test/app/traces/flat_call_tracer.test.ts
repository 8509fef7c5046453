/**
 * Tests the address of each call in the tree, and its place on the chain; geth's own vectors are in
 * `geth_vectors.test.ts`.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { SizeBudget } from '../../../src/app/traces/size_budget.js';
import { parityError } from '../../../src/app/traces/tracers/flat_call_tracer.js';
import { createAddress } from '../../../src/codec/ethereum/tx.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { to0x } from '../../../src/kernel/hex.js';
import { at, Bench } from '../../evm/machine_kit.js';
import {
  CHILD,
  CHILD_0X,
  CODE,
  CODE_0X,
  call,
  create,
  create2,
  delegate,
  type Json,
  peek,
  push,
  REVERT,
  SENDER_0X,
  trace,
  traceText,
} from './tracer_kit.js';

beforeAll(installFastCrypto);

const GRANDCHILD = at(0xabcd);
const PLACE = {
  blockNumber: 7n,
  blockHash: new Uint8Array(32).fill(0xb1),
  transactionHash: new Uint8Array(32).fill(0x7a),
  transactionIndex: 2,
};

describe('flatCallTracer', () => {
  it('shows a call before its inner calls, each with its address in the tree', async () => {
    const bench = await Bench.open();
    bench.place(CODE, call(CHILD) + delegate(GRANDCHILD) + call(CHILD));
    bench.place(CHILD, call(GRANDCHILD));
    bench.place(GRANDCHILD, '00');
    const entries: Json[] = await trace(bench, 'flatCallTracer');
    expect(entries.map(({ action, traceAddress, subtraces }) => [action.callType, traceAddress, subtraces])).toEqual([
      ['call', [], 3],
      ['call', [0], 1],
      ['call', [0, 0], 0],
      ['delegatecall', [1], 0],
      ['call', [2], 1],
      ['call', [2, 0], 0],
    ]);
  });

  it('shows the place of the transaction on the chain, with members in geth’s order', async () => {
    const bench = await Bench.open();
    bench.place(CODE, '00');
    expect(await traceText(bench, 'flatCallTracer', { place: PLACE })).toBe(
      JSON.stringify([
        {
          action: { callType: 'call', from: SENDER_0X, gas: '0xf9448', input: '0x', to: CODE_0X, value: '0x0' },
          blockHash: to0x(PLACE.blockHash),
          blockNumber: 7,
          result: { gasUsed: '0x5208', output: '0x' },
          subtraces: 0,
          traceAddress: [],
          transactionHash: to0x(PLACE.transactionHash),
          transactionPosition: 2,
          type: 'call',
        },
      ]),
    );
  });

  it('shows no place for a call that is in no block', async () => {
    const bench = await Bench.open();
    bench.place(CODE, '00');
    expect(await trace(bench, 'flatCallTracer')).toMatchObject([
      { blockHash: null, blockNumber: 0, transactionHash: null, transactionPosition: 0 },
    ]);
  });

  it('shows creations of both kinds, and the beneficiaries and amounts of self-destructs', async () => {
    const bench = await Bench.open();
    bench.place(CODE, `${create('60015ff3')}${create2('60015ff3', 9)}${push(CHILD)}ff`, 5n);
    const [top, first, second, end] = await trace(bench, 'flatCallTracer');
    expect(top.subtraces).toBe(3);
    expect(first).toMatchObject({
      type: 'create',
      action: { creationMethod: 'create', from: CODE_0X, init: '0x60015ff3', value: '0x0' },
      result: { address: to0x(createAddress(CODE, 1n)), code: '0x00' },
    });
    expect(second).toMatchObject({ type: 'create', action: { creationMethod: 'create2' } });
    expect(end).toMatchObject({
      type: 'suicide',
      action: { address: CODE_0X, balance: '0x5', refundAddress: CHILD_0X },
      traceAddress: [2],
    });
    expect(end).not.toHaveProperty('result');
  });

  it('shows the result of a revert, and no result of other failures', async () => {
    const bench = await Bench.open();
    bench.place(CODE, call(CHILD) + call(GRANDCHILD) + create(REVERT));
    bench.place(CHILD, '602a5f5260205ffd');
    bench.place(GRANDCHILD, 'fe');
    const [, reverted, failed, unborn] = await trace(bench, 'flatCallTracer');
    expect(reverted).toMatchObject({ error: 'execution reverted', result: { output: `0x${'2a'.padStart(64, '0')}` } });
    expect(failed.error).toBe('invalid opcode: INVALID');
    expect(failed).not.toHaveProperty('result');
    expect(unborn.result).toEqual({ code: '0x', gasUsed: expect.any(String) });
  });

  it('leaves out precompiles except those called by delegation, unless the config includes them', async () => {
    const bench = await Bench.open();
    bench.place(CODE, call(at(2)) + call(CHILD) + peek(at(4)) + delegate(at(2)));
    bench.place(CHILD, '00');
    const shown = async (config: object): Promise<unknown[]> =>
      (await trace(bench, 'flatCallTracer', { config: { ...config } })).map(
        ({ action, traceAddress, subtraces }: Json) => [action.to.slice(-4), traceAddress, subtraces],
      );
    expect(await shown({})).toEqual([
      ['c0de', [], 2],
      ['beef', [0], 0],
      ['0002', [1], 0],
    ]);
    expect(await shown({ includePrecompiles: true })).toEqual([
      ['c0de', [], 4],
      ['0002', [0], 0],
      ['beef', [1], 0],
      ['0004', [2], 0],
      ['0002', [3], 0],
    ]);
  });

  it('shows a static call with a value of zero', async () => {
    const bench = await Bench.open();
    bench.place(CODE, peek(CHILD));
    bench.place(CHILD, '00');
    expect((await trace(bench, 'flatCallTracer'))[1].action).toMatchObject({ callType: 'staticcall', value: '0x0' });
  });

  it('uses Parity’s error texts when the config asks for them', async () => {
    const bench = await Bench.open();
    bench.place(CODE, REVERT);
    const [entry] = await trace(bench, 'flatCallTracer', { config: { convertParityErrors: true } });
    expect(entry).toMatchObject({ error: 'Reverted', result: { output: '0x' } });
  });

  it('records no more when the budget is used up', async () => {
    const bench = await Bench.open();
    bench.place(CODE, call(CHILD).repeat(10));
    const budget = new SizeBudget(3_000);
    await traceText(bench, 'flatCallTracer', { budget });
    expect(budget.isFull).toBe(true);
  });

  it('takes at least the characters of its result from the budget', async () => {
    const bench = await Bench.open();
    bench.place(CODE, create('60015ff3') + call(CHILD).repeat(20));
    bench.place(CHILD, call(GRANDCHILD));
    const budget = new SizeBudget(1_000_000);
    const { length } = await traceText(bench, 'flatCallTracer', { budget, place: PLACE });
    expect(budget.take(1_000_000 - length)).toBe(false);
  });
});

it.each([
  ['out of gas', 'Out of gas'],
  ['out of gas: not enough gas for reentrancy sentry', 'Out of gas'],
  ['contract creation code storage out of gas', 'Out of gas'],
  ['invalid jump destination', 'Bad jump destination'],
  ['invalid opcode: opcode 0xc not defined', 'Bad instruction'],
  ['stack underflow (0 <=> 2)', 'Stack underflow'],
  ['stack limit reached 1024 (1023)', 'Out of stack'],
  ['invalid input length', 'Built-in failed'],
  ['write protection', 'write protection'],
  ['insufficient balance for transfer', 'insufficient balance for transfer'],
])('%s is translated to Parity’s %s', (geth, parity) => {
  expect(parityError(geth)).toBe(parity);
});
