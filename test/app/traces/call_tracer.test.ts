/** Compares `callTracer` with trees computed by hand; geth's own are in `geth_vectors.test.ts`. */
import { beforeAll, describe, expect, it } from 'vitest';
import { SizeBudget } from '../../../src/app/traces/size_budget.js';
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
  delegate,
  type Json,
  keep,
  log,
  peek,
  push,
  REVERT,
  SENDER_0X,
  trace,
  traceText,
} from './tracer_kit.js';

beforeAll(installFastCrypto);

const withLog = { withLog: true };

describe('callTracer', () => {
  it('shows the gas limit and gas use of the whole transaction at the top, with members in geth’s order', async () => {
    const bench = await Bench.open();
    bench.place(CODE, `${call(CHILD)}602a5f5260205ff3`);
    bench.place(CHILD, REVERT);
    const text = await traceText(bench, 'callTracer', { message: { value: 3n } });
    expect(text).toBe(
      JSON.stringify({
        from: SENDER_0X,
        gas: '0xf9448',
        // The gas is 21,000, a cold call, its four, and 36 around it.
        gasUsed: '0x5c58',
        to: CODE_0X,
        input: '0x',
        output: `0x${'2a'.padStart(64, '0')}`,
        calls: [
          {
            from: CODE_0X,
            gas: '0xc350',
            gasUsed: '0x4',
            to: CHILD_0X,
            input: '0x',
            error: 'execution reverted',
            value: '0x0',
            type: 'CALL',
          },
        ],
        value: '0x3',
        type: 'CALL',
      }),
    );
  });

  it('shows a delegate call with the value of its frame, and a static call without a value', async () => {
    const bench = await Bench.open();
    bench.place(CODE, delegate(CHILD) + peek(CHILD));
    bench.place(CHILD, '00');
    const { calls } = await trace(bench, 'callTracer', { message: { value: 3n } });
    expect(calls).toEqual([
      expect.objectContaining({ type: 'DELEGATECALL', from: CODE_0X, to: CHILD_0X, value: '0x3' }),
      { type: 'STATICCALL', from: CODE_0X, to: CHILD_0X, gas: '0xc350', gasUsed: '0x0', input: '0x' },
    ]);
  });

  it('shows the gas of precompiles, also when they fail', async () => {
    const bench = await Bench.open();
    bench.place(CODE, `${keep('61626364')}${peek(at(2), 4)}${peek(at(9), 4)}`);
    const { calls } = await trace(bench, 'callTracer');
    expect(calls[0]).toMatchObject({ to: to0x(at(2)), gas: '0xc350', gasUsed: '0x48', input: '0x61626364' });
    expect(calls[0].output).toHaveLength(66);
    expect(calls[1]).toMatchObject({ to: to0x(at(9)), gasUsed: '0xc350', error: 'invalid input length' });
    expect(calls[1]).not.toHaveProperty('output');
  });

  it('shows creations with their code, and without an address when they fail', async () => {
    const bench = await Bench.open();
    bench.place(CODE, create('60015ff3', 2) + create(REVERT), 2n);
    const { calls } = await trace(bench, 'callTracer');
    expect(calls).toEqual([
      expect.objectContaining({ type: 'CREATE', to: to0x(createAddress(CODE, 1n)), output: '0x00', value: '0x2' }),
      expect.objectContaining({ type: 'CREATE', error: 'execution reverted', input: `0x${REVERT}` }),
    ]);
    expect(calls[1]).not.toHaveProperty('to');
    const top = await trace(bench, 'callTracer', { message: { to: undefined, input: Uint8Array.of(0xfe) } });
    expect(top).toMatchObject({ type: 'CREATE', error: 'invalid opcode: INVALID' });
    expect(top).not.toHaveProperty('to');
  });

  it('shows the beneficiary of a self-destruct, and refused calls', async () => {
    const bench = await Bench.open();
    bench.place(CODE, `${call(CHILD, { value: 200 })}${push(CHILD)}ff`, 7n);
    const { calls } = await trace(bench, 'callTracer');
    expect(calls).toEqual([
      expect.objectContaining({ error: 'insufficient balance for transfer', gas: '0xcc4c', gasUsed: '0x0' }),
      { from: CODE_0X, gas: '0x0', gasUsed: '0x0', to: CHILD_0X, input: '0x', value: '0x7', type: 'SELFDESTRUCT' },
    ]);
  });

  it('shows Solidity’s revert reason unless it is empty', async () => {
    const bench = await Bench.open();
    const reverting = async (length: number, text: string): Promise<Json> => {
      const words = ['20'.padStart(64, '0'), length.toString(16).padStart(64, '0'), text.padEnd(64, '0')].join('');
      const stored = `08c379a0${words}`.match(/.{1,64}/g)?.map((word, i) => keep(word, 32 * i)) ?? [];
      bench.place(CODE, `${stored.join('')}60645ffd`);
      return trace(bench, 'callTracer');
    };
    expect((await reverting(2, '6869')).revertReason).toBe('hi');
    const silent = await reverting(0, '');
    expect(silent.error).toBe('execution reverted');
    expect(silent).not.toHaveProperty('revertReason');
  });
});

describe('the logs of callTracer', () => {
  it('are in the order of execution, with their indexes in the block', async () => {
    const bench = await Bench.open();
    bench.place(CODE, log() + call(CHILD) + log());
    bench.place(CHILD, log());
    const tree = await trace(bench, 'callTracer', { config: withLog, logsBefore: 4 });
    expect(tree.logs).toEqual([
      { address: CODE_0X, topics: [], data: '0x', index: '0x4', position: '0x0' },
      { address: CODE_0X, topics: [], data: '0x', index: '0x6', position: '0x1' },
    ]);
    expect(tree.calls[0].logs).toEqual([{ address: CHILD_0X, topics: [], data: '0x', index: '0x5', position: '0x0' }]);
  });

  it('are removed with a frame that fails, and with all of its calls', async () => {
    const bench = await Bench.open();
    const GRANDCHILD = at(0xabcd);
    bench.place(CODE, call(CHILD) + log());
    bench.place(CHILD, log() + call(GRANDCHILD) + REVERT);
    bench.place(GRANDCHILD, log());
    const tree = await trace(bench, 'callTracer', { config: withLog });
    expect(tree.calls[0]).not.toHaveProperty('logs');
    expect(tree.calls[0].calls[0]).not.toHaveProperty('logs');
    expect(tree.logs).toMatchObject([{ index: '0x0', position: '0x1' }]);
  });

  it('are absent when LOG failed (geth’s cases of LOG3 without a stack, and of a log beyond the memory)', async () => {
    const bench = await Bench.open();
    bench.place(CODE, 'a3');
    const failed = await trace(bench, 'callTracer', { config: withLog, gas: 59_000n });
    expect(failed).toMatchObject({ gas: '0x13880', gasUsed: '0x13880', error: 'stack underflow (0 <=> 5)' });
    expect(failed).not.toHaveProperty('logs');
    bench.place(CODE, '6001600052' + '60ff6000a0');
    const said = await trace(bench, 'callTracer', { config: withLog, gas: 59_000n });
    expect(said.gasUsed).toBe('0x5b9e');
    expect(said.logs[0].data).toBe(`0x${'1'.padStart(64, '0').padEnd(510, '0')}`);
  });

  it('are those of the top call alone with onlyTopCall', async () => {
    const bench = await Bench.open();
    bench.place(CODE, log() + call(CHILD) + log());
    bench.place(CHILD, log());
    const tree = await trace(bench, 'callTracer', { config: { withLog: true, onlyTopCall: true } });
    expect(tree.logs).toMatchObject([
      { index: '0x0', position: '0x0' },
      { index: '0x2', position: '0x0' },
    ]);
    expect(tree).not.toHaveProperty('calls');
  });
});

it('records no more when the budget is used up', async () => {
  const bench = await Bench.open();
  bench.place(CODE, call(CHILD).repeat(10));
  const budget = new SizeBudget(1_500);
  await traceText(bench, 'callTracer', { budget });
  expect(budget.isFull).toBe(true);
});
