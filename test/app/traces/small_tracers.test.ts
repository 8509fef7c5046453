/** Tests `4byteTracer`, `noopTracer`, `keccak256PreimageTracer` and `muxTracer`. */
import { beforeAll, describe, expect, it } from 'vitest';
import { SizeBudget } from '../../../src/app/traces/size_budget.js';
import { tracerOf } from '../../../src/app/traces/tracing.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { createCommon } from '../../../src/evm/ethereumjs/common.js';
import { precompiles } from '../../../src/evm/ethereumjs/precompiles.js';
import { ExecutionGuard } from '../../../src/evm/execution_guard.js';
import { isPrecompile } from '../../../src/evm/precompiled.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { at, Bench } from '../../evm/machine_kit.js';
import { CHILD, CODE, call, create, keep, peek, REVERT, trace, traceText } from './tracer_kit.js';

beforeAll(installFastCrypto);

describe('4byteTracer', () => {
  it('counts functions by their first four bytes and the length of the rest, sorted', async () => {
    const bench = await Bench.open();
    bench.place(CODE, keep('deadbeef01') + call(CHILD, { input: 5 }) + peek(CHILD, 4) + call(CHILD, { input: 5 }));
    bench.place(CHILD, REVERT);
    const input = fromHex('a1b2c3d40000');
    expect(await traceText(bench, '4byteTracer', { message: { input } })).toBe(
      '{"0xa1b2c3d4-2":1,"0xdeadbeef-0":1,"0xdeadbeef-1":2}',
    );
  });

  it('counts neither shorter inputs, nor creations, nor precompiles', async () => {
    const bench = await Bench.open();
    bench.place(CODE, create(`${'00'.repeat(8)}`) + keep('deadbeef') + call(CHILD, { input: 3 }) + peek(at(2), 4));
    expect(await traceText(bench, '4byteTracer')).toBe('{}');
    expect(await traceText(bench, '4byteTracer', { message: { to: undefined, input: fromHex('5f5f5f5f5f') } })).toBe(
      '{}',
    );
  });

  it('records no more when the budget is used up', async () => {
    const bench = await Bench.open();
    bench.place(CODE, [4, 5, 6].map((input) => call(CHILD, { input })).join(''));
    const budget = new SizeBudget(70);
    expect(Object.keys(await trace(bench, '4byteTracer', { budget }))).toHaveLength(2);
    expect(budget.isFull).toBe(true);
  });
});

it('noopTracer has an empty result', async () => {
  const bench = await Bench.open();
  bench.place(CODE, call(CHILD));
  expect(await traceText(bench, 'noopTracer')).toBe('{}');
});

describe('keccak256PreimageTracer', () => {
  it('shows the preimages of hashes, also beyond the memory', async () => {
    const bench = await Bench.open();
    // The code hashes two bytes of one word, then forty bytes from its end on, then no bytes.
    bench.place(CODE, `${keep('61626364')}60025f20506028601c20505f5f20`);
    const preimages = ['6162', '00'.repeat(40), ''].map(fromHex);
    expect(await trace(bench, 'keccak256PreimageTracer')).toEqual(
      Object.fromEntries(preimages.map((preimage) => [to0x(keccak256(preimage)), to0x(preimage)])),
    );
  });

  it('shows nothing for a step without enough gas or operands', async () => {
    const bench = await Bench.open();
    bench.place(CODE, '64ffffffffff5f20');
    expect(await traceText(bench, 'keccak256PreimageTracer')).toBe('{}');
    bench.place(CODE, '5f20');
    expect(await traceText(bench, 'keccak256PreimageTracer')).toBe('{}');
  });
});

describe('muxTracer', () => {
  it('limits its nesting', async () => {
    const bench = await Bench.open();
    const stacked = (depth: number): object => (depth === 0 ? {} : { muxTracer: stacked(depth - 1) });
    const run = (depth: number) => traceText(bench, 'muxTracer', { config: stacked(depth) as Record<string, object> });
    expect(await run(15)).toBe(`${'{"muxTracer":'.repeat(15)}{}${'}'.repeat(15)}`);
    await expect(run(16)).rejects.toThrow('more than 16 muxTracers are nested in one another');
    await expect(run(5_000)).rejects.toMatchObject({ code: 'limit-exceeded' });
  });

  const config = { callTracer: { onlyTopCall: true }, '4byteTracer': null, muxTracer: { noopTracer: {} } };

  it('returns the result of each of its tracers under its name, sorted', async () => {
    const bench = await Bench.open();
    bench.place(CODE, keep('deadbeef') + call(CHILD, { input: 4 }));
    const all = await trace(bench, 'muxTracer', { config });
    expect(Object.keys(all)).toEqual(['4byteTracer', 'callTracer', 'muxTracer']);
    expect(all).toEqual({
      '4byteTracer': await trace(bench, '4byteTracer'),
      callTracer: await trace(bench, 'callTracer', { config: { onlyTopCall: true } }),
      muxTracer: { noopTracer: {} },
    });
  });

  it('passes each tracer its hooks, and shares one budget', async () => {
    const bench = await Bench.open();
    bench.place(CODE, `${keep('6162')}60025f2050${call(CHILD)}5f5fa0`);
    const tracers = { keccak256PreimageTracer: {}, prestateTracer: {}, callTracer: { withLog: true } };
    const all = await trace(bench, 'muxTracer', { config: tracers });
    expect(Object.keys(all.keccak256PreimageTracer)).toEqual([to0x(keccak256(fromHex('6162')))]);
    expect(Object.keys(all.prestateTracer)).toContain(to0x(CODE));
    expect(all.callTracer.logs).toHaveLength(1);
    const budget = new SizeBudget(600);
    await traceText(bench, 'muxTracer', { config: tracers, budget });
    expect(budget.isFull).toBe(true);
  });

  it('has no hooks without tracers', async () => {
    const bench = await Bench.open();
    bench.place(CODE, '00');
    expect(await traceText(bench, 'muxTracer')).toBe('{}');
    const message = { config: {}, budget: new SizeBudget(1) } as unknown as Parameters<ReturnType<typeof tracerOf>>[0];
    expect(tracerOf({ tracer: 'muxTracer' })(message).observer).toEqual({});
  });

  it.each([
    [{ bigramTracer: {} }, /^tracer "bigramTracer" is not supported: it is no JavaScript object/],
    [{ callTracer: [] }, /^tracerConfig.callTracer is \[\], expected an object/],
    [{ callTracer: { withLog: 'yes' } }, /^tracerConfig.withLog is "yes", expected true or false/],
    [{ muxTracer: { nothing: {} } }, /^tracer "nothing" is not supported/],
  ])('refuses %j', async (bad, text) => {
    const bench = await Bench.open();
    await expect(trace(bench, 'muxTracer', { config: bad })).rejects.toThrow(text);
  });
});

describe('an unknown tracer name', () => {
  it.each(['bigramTracer', 'evmdisTracer', 'opcountTracer', 'calltracer', 'constructor'])(
    'is refused: %s',
    (tracer) => {
      expect(() => tracerOf({ tracer })).toThrow(
        `tracer "${tracer}" is not supported: it is no JavaScript object; there are 4byteTracer, callTracer, erc7562Tracer, flatCallTracer, keccak256PreimageTracer, muxTracer, noopTracer, prestateTracer and, without a tracer, struct logs`,
      );
    },
  );

  it('is truncated in the error when it is long', () => {
    expect(() => tracerOf({ tracer: 'x'.repeat(10_000) })).toThrow(/^.{0,400}$/);
  });
});

it('tracers know the same precompiles as the machine', () => {
  const addresses = precompiles(createCommon(), new ExecutionGuard()).map(({ address }) => address.bytes);
  const found = Array.from({ length: 0x1000 }, (_, number) => at(number)).filter(isPrecompile);
  expect(found.map(to0x).sort()).toEqual(addresses.map(to0x).sort());
  const far = at(2);
  far[0] = 1;
  expect(isPrecompile(far)).toBe(false);
});
