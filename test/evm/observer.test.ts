/** Tests what an observer receives, against values computed by hand, and properties of every run. */
import fc from 'fast-check';
import type { Address } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAddress } from '../../src/codec/ethereum/tx.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import type { FrameEnd, FrameStart } from '../../src/evm/observer.js';
import { EMPTY_ACCOUNT } from '../../src/evm/state.js';
import { bigintToBytes, concatBytes, EMPTY_BYTES } from '../../src/kernel/bytes.js';
import { keccak256 } from '../../src/kernel/hash.js';
import { fromHex, to0x, toHex } from '../../src/kernel/hex.js';
import { authorize, dev } from '../app/support/wallet.js';
import { draws } from '../support/draws.js';
import { at, Bench, type ObserverEvent, SENDER, type TakenStep } from './machine_kit.js';

beforeAll(installFastCrypto);

const CODE = at(0xc0de);
const CHILD = at(0xbeef);
const hex = (value: number | bigint, bytes: number): string => value.toString(16).padStart(bytes * 2, '0');

/** Encodes PUSH20 of an address. */
const push = (address: Uint8Array): string => `73${toHex(address)}`;
const gas = (amount: number): string => `62${hex(amount, 3)}`;
/** Encodes a call without input and output memory, and drops its result. */
const call = (to: Uint8Array, amount: number, value = 0): string =>
  `5f5f5f5f60${hex(value, 1)}${push(to)}${gas(amount)}f150`;
const callCode = (to: Uint8Array, amount: number, value = 0): string =>
  `5f5f5f5f60${hex(value, 1)}${push(to)}${gas(amount)}f250`;
const delegate = (to: Uint8Array, amount: number): string => `5f5f5f5f${push(to)}${gas(amount)}f450`;
const peek = (to: Uint8Array, amount: number): string => `5f5f5f5f${push(to)}${gas(amount)}fa50`;
/** Encodes a creation from up to 32 bytes of code. */
const create = (code: string, value = 0): string =>
  `7f${code.padEnd(64, '0')}5f5260${hex(code.length / 2, 1)}5f60${hex(value, 1)}f050`;
const create2 = (code: string, salt: number): string =>
  `7f${code.padEnd(64, '0')}5f5260${hex(salt, 1)}60${hex(code.length / 2, 1)}5f5ff550`;
const REVERT = '5f5ffd';
const BURN = '5b5f56';

const brief = ({ type, depth, from, to, input, gas: amount, value }: FrameStart) =>
  [type, depth, toHex(from).slice(-4), toHex(to).slice(-4), toHex(input), Number(amount), Number(value)] as const;
const briefEnd = ({ depth, output, gasUsed, error }: FrameEnd) => [depth, toHex(output), Number(gasUsed), error];
const row = ({ pc, op, gas: left, gasCost, depth, stack, memory }: TakenStep) =>
  [pc, hex(op, 1), Number(left), Number(gasCost), depth, stack.map(Number), memory.length / 2] as const;

describe('steps', () => {
  it('show an operation before it runs: its cost, and the stack and memory at that time', async () => {
    const bench = await Bench.open();
    bench.place(CODE, '6002600301' + '60205200');
    const { scribe, execution } = await bench.watch({}, 100n);
    expect(scribe.steps.map(row)).toEqual([
      [0, '60', 100, 3, 0, [], 0],
      [2, '60', 97, 3, 0, [2], 0],
      [4, '01', 94, 3, 0, [2, 3], 0],
      [5, '60', 91, 3, 0, [5], 0],
      // Two words of memory cost 3 each, on top of the operation's 3.
      [7, '52', 88, 9, 0, [5, 32], 0],
      [8, '00', 79, 0, 0, [], 64],
    ]);
    expect(scribe.steps[5]?.memory).toBe(hex(0n, 32) + hex(5n, 32));
    expect(scribe.steps[0]?.address).toEqual(CODE);
    expect(execution.gasUsed).toBe(21_000n + 21n);
  });

  it('end with the STOP after the code, and count refunds', async () => {
    const bench = await Bench.open();
    bench.state.setStorage(CODE, new Uint8Array(32), Uint8Array.of(1));
    bench.place(CODE, '5f5f55');
    const { scribe } = await bench.watch();
    // Clearing a slot refunds 4,800 (EIP-3529); the counter includes it already.
    expect(scribe.steps.map(({ op, gasCost, refund }) => [hex(op, 1), Number(gasCost), Number(refund)])).toEqual([
      ['5f', 2, 0],
      ['5f', 2, 0],
      ['55', 5_000, 4_800],
      ['00', 0, 4_800],
    ]);
    expect(scribe.steps.at(-1)?.pc).toBe(3);
  });

  it('count the refunds of authorizations', async () => {
    const bench = await Bench.open();
    const signer = dev(1);
    bench.state.setAccount(signer.bytes, EMPTY_ACCOUNT);
    bench.place(CODE, '00');
    const signed = await authorize(signer, { address: to0x(CHILD) as Address, chainId: 31337, nonce: 0 });
    const { r, s, yParity = 0 } = signed;
    const authorization = { chainId: 31337n, address: CHILD, nonce: 0n, r: BigInt(r), s: BigInt(s), yParity };
    const { scribe } = await bench.watch({ authorizationList: [authorization] });
    // The authorization paid 25,000; an existing account costs 12,500.
    expect(scribe.steps.map(({ refund }) => refund)).toEqual([12_500n]);
  });

  it.each([
    ['too few items', '01', 10n, 'stack underflow (0 <=> 2)', 3],
    ['too few items for its memory', '5f52', 10n, 'stack underflow (1 <=> 2)', 3],
    ['too little gas', '6001', 2n, 'out of gas', 3],
    ['a full stack', `${'5f'.repeat(1024)}30`, 10_000n, 'stack limit reached 1024 (1023)', 2],
    ['a full stack, for copies too', `${'5f'.repeat(1024)}80`, 10_000n, 'stack limit reached 1024 (1023)', 3],
  ])('report beforehand that an operation will fail: %s', async (_, code, amount, error, cost) => {
    const bench = await Bench.open();
    bench.place(CODE, code);
    const { scribe, execution } = await bench.watch({}, amount);
    const last = scribe.steps.at(-1);
    expect(last?.error).toBe(error);
    expect(last?.gasCost).toBe(BigInt(cost));
    expect(execution.error).toBe(error);
    expect(scribe.steps.filter((step) => step.error !== undefined)).toHaveLength(1);
  });

  it('end when a log lacks its topics', async () => {
    const bench = await Bench.open();
    bench.place(CODE, '5f5fa200');
    const { scribe, execution } = await bench.watch();
    expect(scribe.steps.at(-1)).toMatchObject({ pc: 2, op: 0xa2 });
    expect(execution.error).toMatch(/^stack underflow/);
    expect(await bench.run()).toMatchObject({ error: execution.error, gasUsed: execution.gasUsed });
  });

  it('name an undefined operation, even after a jump', async () => {
    const bench = await Bench.open();
    bench.place(CODE, '6003565b0c');
    const { scribe, execution } = await bench.watch();
    expect(scribe.steps.at(-1)).toMatchObject({ pc: 4, op: 0x0c, error: undefined });
    expect(execution.error).toBe('invalid opcode: opcode 0xc not defined');
    expect(scribe.ends.map(briefEnd)).toEqual([[0, '', 1_000_000, execution.error]]);
  });

  it('include the gas that a call passes on, and show its return data', async () => {
    const bench = await Bench.open();
    bench.place(CODE, call(CHILD, 1_000));
    bench.place(CHILD, '602a5f5260205ff3');
    const { scribe } = await bench.watch();
    const calls = scribe.steps.filter(({ op }) => op === 0xf1);
    // The call costs a cold account and the thousand that it passes on.
    expect(calls.map(({ gasCost }) => gasCost)).toEqual([3_600n]);
    const next = scribe.steps.find(({ op, depth }) => op === 0x50 && depth === 0);
    expect(toHex(next?.returnData ?? EMPTY_BYTES)).toBe(hex(42n, 32));
    expect(next?.stack).toEqual([1n]);
  });
});

describe('frames', () => {
  it('are reported with caller, callee, gas and value, for every kind of call', async () => {
    const bench = await Bench.open();
    bench.place(CODE, callCode(CHILD, 5_000, 3) + delegate(CHILD, 5_000) + peek(CHILD, 5_000), 100n);
    bench.place(CHILD, call(at(4), 100));
    const { scribe } = await bench.watch({ value: 5n, input: Uint8Array.of(1, 2) });
    expect(scribe.frames.map(brief)).toEqual([
      ['CALL', 0, 'aaaa', 'c0de', '0102', 1_000_000, 5],
      // The gas includes the stipend. The other account's code runs in the contract itself.
      ['CALLCODE', 1, 'c0de', 'beef', '', 7_300, 3],
      ['CALL', 2, 'c0de', '0004', '', 100, 0],
      // The value is the one that the delegating code sees.
      ['DELEGATECALL', 1, 'c0de', 'beef', '', 5_000, 5],
      ['CALL', 2, 'c0de', '0004', '', 100, 0],
      ['STATICCALL', 1, 'c0de', 'beef', '', 5_000, 0],
      ['CALL', 2, 'beef', '0004', '', 100, 0],
    ]);
    expect(scribe.ends.map(({ depth, gasUsed }) => [depth, Number(gasUsed)]).slice(0, 2)).toEqual([
      // The identity precompile costs 15 and copies nothing.
      [2, 15],
      // The gas is seven pushes of 2 and 3, the warm call, its 15, and POP.
      [1, 4 * 2 + 3 * 3 + 100 + 15 + 2],
    ]);
  });

  it('report the error with which they failed', async () => {
    const bench = await Bench.open();
    const ways = [REVERT, BURN, 'fe', '0c', '50', '600356', '5f5f55', '', '602a5f5260205ffd'];
    const targets = ways.map((code, i) => {
      bench.place(at(0x1000 + i), code);
      return at(0x1000 + i);
    });
    const calls = targets.map((target, i) => (i === 6 ? peek : call)(target, 3_000));
    bench.place(CODE, calls.join(''));
    const { scribe, execution } = await bench.watch();
    expect(scribe.ends.map(briefEnd)).toEqual([
      [1, '', 4, 'execution reverted'],
      [1, '', 3_000, 'out of gas'],
      [1, '', 3_000, 'invalid opcode: INVALID'],
      [1, '', 3_000, 'invalid opcode: opcode 0xc not defined'],
      [1, '', 3_000, 'stack underflow (0 <=> 1)'],
      [1, '', 3_000, 'invalid jump destination'],
      [1, '', 3_000, 'write protection'],
      [1, '', 0, undefined],
      [1, hex(42n, 32), 3 + 2 + 6 + 3 + 2, 'execution reverted'],
      [0, '', Number(execution.gasUsed) - 21_000, undefined],
    ]);
  });

  it('of creations report the address beforehand, the deployed code, and its deposit cost', async () => {
    const bench = await Bench.open();
    // The first creation deploys one byte, 00. The second reverts. The third would deploy a byte that code must not
    // begin with.
    bench.place(CODE, create('60015ff3', 9) + create2(REVERT, 5) + create('60ef5f5360015ff3'), 50n);
    const { scribe } = await bench.watch();
    const [, first, second, third] = scribe.frames;
    expect(first).toMatchObject({ type: 'CREATE', from: CODE, to: createAddress(CODE, 1n), value: 9n });
    // The address follows EIP-1014 from this contract, salt and code.
    const named = keccak256(concatBytes(Uint8Array.of(0xff), CODE, bigintToBytes(5n, 32), keccak256(fromHex(REVERT))));
    expect(second).toMatchObject({ type: 'CREATE2', from: CODE, to: named.slice(12) });
    expect(third).toMatchObject({ type: 'CREATE', from: CODE, to: createAddress(CODE, 3n) });
    expect(toHex(first?.input ?? EMPTY_BYTES)).toBe('60015ff3');
    const [retained, reverted, refused] = scribe.ends;
    // The gas is PUSH1, PUSH0 and a word of memory, and 200 for the byte.
    expect(retained && briefEnd(retained)).toEqual([1, '00', 3 + 2 + 3 + 200, undefined]);
    expect(refused).toMatchObject({ error: 'invalid code: must not begin with 0xef', output: EMPTY_BYTES });
    expect(reverted && briefEnd(reverted)).toEqual([1, '', 4, 'execution reverted']);
    expect(bench.state.account(createAddress(CODE, 1n))?.balance).toBe(9n);
  });

  it('include the transaction that creates a contract', async () => {
    const bench = await Bench.open();
    const { scribe } = await bench.watch({ to: undefined, input: fromHex('60015ff3') });
    expect(scribe.frames).toMatchObject([{ type: 'CREATE', depth: 0, from: SENDER, to: createAddress(SENDER, 0n) }]);
    expect(scribe.ends.map(briefEnd)).toEqual([[0, '00', 208, undefined]]);
  });

  it('include calls that are refused before they begin', async () => {
    const bench = await Bench.open();
    bench.place(CODE, call(CHILD, 1_000, 1) + create('00', 1));
    const { scribe } = await bench.watch();
    expect(scribe.frames.slice(1).map(brief)).toEqual([
      ['CALL', 1, 'c0de', 'beef', '', 3_300, 1],
      ['CREATE', 1, 'c0de', toHex(createAddress(CODE, 1n)).slice(-4), '00', expect.any(Number), 1],
    ]);
    expect(scribe.ends.slice(0, 2).map(briefEnd)).toEqual([
      [1, '', 0, 'insufficient balance for transfer'],
      [1, '', 0, 'insufficient balance for transfer'],
    ]);
  });

  it('are reported down to the last: the 1,025th is refused', async () => {
    const bench = await Bench.open();
    // The code calls itself with all its gas.
    bench.place(CODE, `5f5f5f5f5f${push(CODE)}5af1`);
    const { scribe } = await bench.watch({}, 10n ** 13n);
    expect(scribe.frames).toHaveLength(1_026);
    expect(scribe.ends[0]).toMatchObject({ depth: 1_025, gasUsed: 0n, error: 'max call depth exceeded' });
    expect(scribe.ends[1]).toMatchObject({ depth: 1_024, error: undefined });
  });

  it('of a self-destruct report the beneficiary and its amount', async () => {
    const bench = await Bench.open();
    bench.place(CODE, call(CHILD, 50_000, 4), 10n);
    bench.place(CHILD, `${push(at(0xdead))}ff`, 3n);
    const { scribe } = await bench.watch();
    expect(brief(scribe.frames[2] as FrameStart)).toEqual(['SELFDESTRUCT', 2, 'beef', 'dead', '', 0, 7]);
    expect(briefEnd(scribe.ends[0] as FrameEnd)).toEqual([2, '', 0, undefined]);
    expect(scribe.steps.filter(({ depth }) => depth === 1).map(({ op }) => op)).toEqual([0x73, 0xff]);
  });

  it('of stateful precompiles are reported with their logs, in order', async () => {
    const NATIVE = at(0x800);
    const bench = await Bench.open([
      {
        address: NATIVE,
        run: async ({ gas: given, isStatic }) => ({
          outcome: isStatic ? 'reverted' : 'success',
          gasUsed: given / 2n,
          output: Uint8Array.of(7),
          logs: [{ address: NATIVE, topics: [], data: EMPTY_BYTES }],
        }),
      },
    ]);
    bench.place(CODE, `5f5fa0${call(NATIVE, 1_000)}5f5fa0${peek(NATIVE, 1_000)}`);
    const { scribe } = await bench.watch();
    const story = scribe.events.filter(({ type }) => type !== 'step');
    expect(story.map((event) => (event.type === 'log' ? event.address.slice(-4) : event.type))).toEqual([
      ...['enter', 'c0de', 'enter', '0800', 'exit', 'c0de', 'enter', 'exit', 'exit'],
    ]);
    expect(scribe.ends.slice(0, 2).map(briefEnd)).toEqual([
      [1, '07', 500, undefined],
      [1, '07', 500, 'execution reverted'],
    ]);
  });
});

/** Generates pieces of code that leave the stack unchanged. */
const piece = fc.oneof(
  fc.constantFrom('5f50', '60015f5560015f5250', '5f5f55', '5f5f5d', '5f5fa0', '5a5031503a50', '60ff5f5350', '3d5f5f3e'),
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(40_000)).map(([to, amount]) => call(at(0x100 + to), amount)),
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(40_000)).map(([to, amount]) => delegate(at(0x100 + to), amount)),
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(40_000)).map(([to, amount]) => peek(at(0x100 + to), amount)),
  fc.tuple(fc.nat(9), fc.nat(3)).map(([to, value]) => callCode(at(to), 10_000, value)),
  fc
    .tuple(fc.constantFrom('00', '60015ff3', REVERT, 'fe', '60ef5f5360015ff3'), fc.nat(2))
    .map(([c, v]) => create(c, v)),
  fc.tuple(fc.constantFrom('00', '60025ff3'), fc.nat(3)).map(([code, salt]) => create2(code, salt)),
);
const ending = fc.constantFrom('', '00', REVERT, 'fe', '5f5ff3', BURN, '01', `${push(at(0xdead))}ff`);
const program = fc.tuple(fc.array(piece, { maxLength: 6 }), ending).map(([pieces, end]) => pieces.join('') + end);

/** Checks one frame from its start; returns its end, and the next position in the stream. */
function frameAt(
  events: readonly ObserverEvent[],
  from: number,
): { readonly start: FrameStart; readonly end: FrameEnd; readonly next: number } {
  const first = events[from];
  if (first?.type !== 'enter') throw new Error('a frame begins with its entry');
  let last: TakenStep | undefined;
  let back = 0n;
  let left = first.frame.gas;
  for (let i = from + 1; ; ) {
    const event = events[i];
    if (event === undefined) throw new Error('a frame has no end');
    if (event.type === 'exit') {
      expect(event.end.depth).toBe(first.frame.depth);
      if (last !== undefined && (event.end.error === undefined || event.end.error === 'execution reverted')) {
        const retained =
          first.frame.type.startsWith('CREATE') && event.end.error === undefined ? event.end.output.length : 0;
        expect(first.frame.gas - event.end.gasUsed).toBe(last.gas - last.gasCost + back - BigInt(retained) * 200n);
      }
      return { start: first.frame, end: event.end, next: i + 1 };
    }
    if (event.type === 'step') {
      const { step } = event;
      expect(step.depth).toBe(first.frame.depth);
      expect(step.gas).toBe(left);
      last = step;
      back = 0n;
      left = step.gas - step.gasCost;
      i++;
    } else if (event.type === 'enter') {
      const child = frameAt(events, i);
      expect(child.start.depth).toBe(first.frame.depth + 1);
      // The price of a creation does not include the gas that it passes on.
      const unpaid = child.start.type.startsWith('CREATE');
      back = unpaid ? -child.end.gasUsed : child.start.gas - child.end.gasUsed;
      left += back;
      i = child.next;
    } else i++;
  }
}

it('of any run are nested, their gas adds up, and the results equal those of an unobserved run', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(program, { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 100, max: 100_000 }),
      async (codes, amount) => {
        const bench = await Bench.open();
        for (const [i, code] of codes.entries()) bench.place(i === 0 ? CODE : at(0x100 + i), code, 5n);
        const before = bench.state.checkpoint();
        const plain = await bench.run({}, BigInt(amount));
        const after = codes.map((_, i) => bench.state.account(i === 0 ? CODE : at(0x100 + i)));
        bench.state.revertTo(before);
        const { scribe, execution } = await bench.watch({}, BigInt(amount));
        expect(execution).toEqual(plain);
        expect(codes.map((_, i) => bench.state.account(i === 0 ? CODE : at(0x100 + i)))).toEqual(after);
        const whole = frameAt(scribe.events, 0);
        expect(whole.next).toBe(scribe.events.length);
        expect(whole.end.error).toBe(execution.error);
        expect(21_000n + whole.end.gasUsed).toBe(execution.maxUsedGas);
      },
    ),
    { numRuns: draws(100) },
  );
});
