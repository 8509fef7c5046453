import fc from 'fast-check';
import { hexToBytes } from 'viem';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { estimate as estimateOn } from '../../../src/app/calls/estimate.js';
import { messageOf, simulate } from '../../../src/app/calls/simulate.js';
import { checksumAddress } from '../../../src/app/types/address.js';
import type { EvmCallRequest } from '../../../src/backend/evm/execution.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import type { BlockContext } from '../../../src/evm/block_context.js';
import type { MachineKind } from '../../../src/evm/machines.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { to0x } from '../../../src/kernel/hex.js';
import { at, Bench, SENDER } from '../../evm/machine_kit.js';
import { TestChain } from '../support/chain.js';
import { deploySink, SINK_CODE, sinkCall } from '../support/contracts.js';
import { COIN, dev, sign } from '../support/wallet.js';

beforeAll(installFastCrypto);

let chain: TestChain;
let contract: Bytes;
beforeEach(async () => {
  chain = await TestChain.open();
  contract = await deploySink(chain, dev(0), COIN);
});

const input = (functionName: string, ...args: readonly unknown[]): Bytes => hexToBytes(sinkCall(functionName, ...args));

describe('an estimate', () => {
  const estimate = (request: EvmCallRequest) =>
    chain.app.evm.estimateGas({ from: dev(1).bytes, ...request }, chain.height);

  it('of a transfer is 21000', async () => {
    expect(await estimate({ to: dev(2).bytes, value: 1n })).toMatchObject({
      gas: 21_000n,
      outcome: { type: 'success' },
    });
    expect((await estimate({ to: new Uint8Array(20).fill(0xab), value: 1n })).gas).toBe(21_000n);
  });

  it('is the least gas with which the transaction succeeds, exact to one gas', async () => {
    for (const [name, ...args] of [
      ['set', 3n, 4n],
      ['setAll', 0n, 3n, 1n],
      ['tryFail', 4n, 40_000n],
      ['make', 5n, false, 1n],
      ['hash', 10n],
      ['dive', 6n],
      ['precompiles', `0x${'11'.repeat(32)}`, '0x1234'],
    ] as const) {
      const { gas } = await estimate({ to: contract, input: input(name, ...args) });
      const run = async (limit: bigint) =>
        (
          await chain.app.evm.call(
            { from: dev(1).bytes, to: contract, input: input(name, ...args), gas: limit },
            chain.height,
          )
        ).type;
      if (gas === undefined) throw new Error(name);
      expect([name, await run(gas), await run(gas - 1n)]).toEqual([
        name,
        'success',
        expect.not.stringMatching('success'),
      ]);
      const { outcomes } = await chain.mine(
        await sign(chain, dev(1), { to: contract, data: sinkCall(name, ...args), gas }),
      );
      expect([name, outcomes[0]?.vmError]).toEqual([name, '']);
    }
  });

  it('of a deployment covers the storage of the code', async () => {
    const { gas } = await estimate({ input: hexToBytes(SINK_CODE) });
    const { outcomes } = await chain.mine(await sign(chain, dev(1), { data: SINK_CODE, gas: gas ?? 0n }));
    expect(outcomes[0]?.vmError).toBe('');
    expect(
      (await chain.mine(await sign(chain, dev(1), { data: SINK_CODE, gas: (gas ?? 0n) - 1n }))).outcomes[0]?.vmError,
    ).not.toBe('');
  });

  it('is undefined when the call always fails', async () => {
    expect(await estimate({ to: contract, input: input('fail', 1n) })).toMatchObject({
      gas: undefined,
      outcome: { type: 'revert' },
    });
    expect(await estimate({ to: contract, input: input('fail', 3n) })).toMatchObject({
      gas: undefined,
      outcome: { type: 'halt', reason: 'invalid opcode: INVALID' },
    });
    expect(await estimate({ to: contract, input: input('hash', 100n), gas: 30_000n })).toMatchObject({
      gas: undefined,
      outcome: { type: 'refused', reason: 'gas required exceeds allowance (30000)' },
      mostGas: 30_000n,
    });
  });

  it('stays within the sender’s funds', async () => {
    const value = 10_000n * COIN;
    expect((await estimate({ to: dev(2).bytes, value, gasPrice: 1n })).outcome).toEqual({
      type: 'refused',
      reason: `insufficient funds for transfer: address ${checksumAddress(dev(1).bytes)} has ${value} wei, and the value is ${value}`,
    });
    expect((await estimate({ to: dev(2).bytes, value: value - 20_000n, gasPrice: 1n })).outcome).toEqual({
      type: 'refused',
      reason: `insufficient funds for gas * price + value: address ${checksumAddress(dev(1).bytes)} has ${value} wei`,
    });
    expect(
      (await estimate({ to: contract, value: value - 30_000n, gasPrice: 1n, input: input('set', 1n, 1n) })).outcome,
    ).toEqual({
      type: 'refused',
      reason: 'gas required exceeds allowance (30000)',
    });
  });

  it('is refused by a cap below 21000', async () => {
    const capped = await TestChain.open({ gasCap: 20_000n });
    expect((await capped.app.evm.estimateGas({ to: dev(1).bytes }, 0n)).outcome).toEqual({
      type: 'refused',
      reason: 'gas cap cannot be lower than 21000',
    });
  });

  it('applies overrides', async () => {
    const spender = new Uint8Array(20).fill(0xdd);
    const overrides = new Map([[to0x(spender), { balance: COIN }]]);
    const request = { from: spender, to: contract, value: 5n, input: input('set', 1n, 2n) };
    expect((await chain.app.evm.estimateGas(request, 1n)).gas).toBeUndefined();
    expect((await chain.app.evm.estimateGas(request, 1n, overrides)).gas).toBeGreaterThan(40_000n);
  });
});

const CONTEXT: BlockContext = {
  number: 7n,
  timestamp: 1_700_000_000n,
  coinbase: at(0xc0),
  evmChainId: 31337n,
  prevRandao: new Uint8Array(32),
  gasLimit: 5_000_000n,
  baseFeePerGas: 0n,
};
const LIMITS = { gasCap: 5_000_000n, txMaxGas: 0n };
const ROOT = at(0xc000);

/** Pushes a number of at most 32 bits. */
const push = (value: number): string => `63${value.toString(16).padStart(8, '0')}`;
/** Calls an account with this gas, or with all, and leaves whether it succeeded on the stack. */
const callTo = (address: number, gas?: number): string =>
  `5f5f5f5f5f${push(address)}${gas === undefined ? '5a' : push(gas)}f1`;
/** Reverts if the top of the stack is 0. The code begins at this offset. */
const require = (offset: number): string => `${push(offset + 9)}575f5ffd5b`;
const set = (slot: number): string => `6001${push(slot)}55`;
/** Counts down from a number. */
const loop = (times: number, offset: number): string =>
  `${push(times)}5b600190038063${(offset + 5).toString(16).padStart(8, '0')}5750`;

const ENDS = { stop: '00', revert: '5f5ffd', burn: 'fe' };

interface Inner {
  readonly frame: Program;
  readonly gas: number | undefined;
  readonly isRequired: boolean;
}
/** A frame: what it does, in order, and how it ends. */
interface Program {
  readonly parts: readonly (number | { readonly times: number } | Inner)[];
  readonly end: keyof typeof ENDS;
}

const drawn = fc.letrec<{ readonly frame: Program }>((tie) => ({
  frame: fc.record({
    parts: fc.array(
      fc.oneof(
        { depthSize: 'large', maxDepth: 3 },
        { weight: 1, arbitrary: fc.nat(3) },
        { weight: 1, arbitrary: fc.record({ times: fc.integer({ min: 1, max: 400 }) }) },
        {
          weight: 4,
          arbitrary: fc.record({
            frame: tie('frame'),
            gas: fc.option(fc.integer({ min: 1, max: 60_000 }), { nil: undefined, freq: 3 }),
            isRequired: fc.boolean(),
          }),
        },
      ),
      { minLength: 1, maxLength: 4 },
    ),
    end: fc.constantFrom<keyof typeof ENDS>('stop', 'stop', 'stop', 'revert', 'burn'),
  }),
})).frame;

/** Places the code of a program and of all its inner frames. Returns the next free address. */
function place(bench: Bench, { parts, end }: Program, address: number): number {
  let free = address + 1;
  let code = '';
  for (const part of parts) {
    const offset = code.length / 2;
    if (typeof part === 'number') code += set(part);
    else if ('times' in part) code += loop(part.times, offset);
    else {
      const call = callTo(free, part.gas);
      free = place(bench, part.frame, free);
      code += part.isRequired ? call + require(offset + call.length / 2) : `${call}50`;
    }
  }
  bench.place(at(address), code + ENDS[end]);
  return free;
}

/** Runs the root with a gas limit. Returns how its frames ended, without those within failed frames. */
async function frames({ machine }: Bench, gas: bigint): Promise<string> {
  const ended: string[][] = [[]];
  const observer = {
    enter: () => void ended.push([]),
    exit: ({ error }: { readonly error: string | undefined }) => {
      const inner = ended.pop()?.join('') ?? '';
      ended.at(-1)?.push(error === undefined ? `(${inner})` : 'x');
    },
  };
  const start = machine.state.checkpoint();
  await simulate(machine, messageOf({ from: SENDER, to: ROOT }, gas, CONTEXT), CONTEXT, observer);
  machine.state.revertTo(start);
  return ended[0]?.join('') ?? '';
}

describe.each<MachineKind>(['halley', 'ethereumjs'])('an estimate on the machine %s', (kind) => {
  const open = () => Bench.open([], kind);
  const estimate = (bench: Bench, request: EvmCallRequest = {}, limits = LIMITS, context = CONTEXT) =>
    estimateOn(bench.machine, { from: SENDER, to: ROOT, ...request }, context, limits);

  it('is the least with which every frame ends as with all gas', async () => {
    let inner = 0;
    const property = fc.asyncProperty(drawn, async (program) => {
      const bench = await open();
      place(bench, { ...program, end: 'stop' }, 0xc000);
      const wanted = await frames(bench, LIMITS.gasCap);
      const { gas } = await estimate(bench);
      if (wanted === 'x') {
        expect(gas).toBeUndefined();
        return;
      }
      inner += wanted.length > 2 ? 1 : 0;
      expect(await frames(bench, gas ?? 0n)).toBe(wanted);
      expect(await frames(bench, (gas ?? 0n) - 1n)).not.toBe(wanted);
    });
    await fc.assert(property, { numRuns: kind === 'halley' ? 300 : 40 });
    expect(inner).toBeGreaterThan(kind === 'halley' ? 60 : 5);
  });

  it('lets an inner call succeed whose success is ignored', async () => {
    const bench = await open();
    bench.place(ROOT, `${callTo(0xd000)}00`);
    bench.place(at(0xd000), `${set(1)}${set(2)}00`);
    const { gas = 0n } = await estimate(bench);
    expect(await frames(bench, gas)).toBe('(())');
    expect(await frames(bench, gas - 1n)).toBe('(x)');
  });

  it('of a frame that burns its gas is what the rest needs', async () => {
    const bench = await open();
    bench.place(ROOT, `${callTo(0xd000)}50${set(1)}00`);
    bench.place(at(0xd000), 'fe');
    const { gas = 0n } = await estimate(bench);
    expect(gas).toBeGreaterThan(1_400_000n);
    expect(gas).toBeLessThan(1_500_000n);
    expect([await frames(bench, gas), await frames(bench, gas - 1n)]).toEqual(['(x)', 'x']);
  });

  it('is at most the limit of a transaction, and shows a revert', async () => {
    const bench = await open();
    const limits = { ...LIMITS, txMaxGas: 90_000n };
    bench.place(ROOT, `${loop(4_000, 0)}00`);
    expect((await estimate(bench)).gas).toBeGreaterThan(90_000n);
    expect(await estimate(bench, {}, limits)).toEqual({
      outcome: { type: 'refused', reason: 'gas required exceeds allowance (90000)', consoleCalls: undefined },
      gas: undefined,
      mostGas: 90_000n,
    });
    bench.place(ROOT, '5f5ffd');
    for (const request of [{}, { gas: 4_000_000n }])
      expect(await estimate(bench, request, limits)).toMatchObject({ outcome: { type: 'revert' }, mostGas: 90_000n });
  });

  it('exceeds a block only if the call cannot succeed within one', async () => {
    const bench = await open();
    const context = { ...CONTEXT, gasLimit: 100_000n };
    bench.place(at(0xd000), `${loop(4_000, 0)}00`);
    const inner = callTo(0xd000);
    bench.place(ROOT, `${inner}${require(inner.length / 2)}00`);
    expect((await estimate(bench, {}, LIMITS, context)).gas).toBeGreaterThan(100_000n);
    bench.place(ROOT, `${inner}5000`);
    const { gas = 0n } = await estimate(bench, {}, LIMITS, context);
    expect(gas).toBeLessThan(100_000n);
    expect(await frames(bench, gas)).toBe('(x)');
    expect((await estimate(bench)).gas).toBeGreaterThan(100_000n);
  });

  it('takes one run for a transfer, two for a call that needs what it uses, and few for one with inner calls', async () => {
    const bench = await open();
    const runs = vi.spyOn(bench.machine, 'execute');
    expect((await estimate(bench, { to: at(0xeeee), value: 1n })).gas).toBe(21_000n);
    expect(runs).toHaveBeenCalledTimes(1);
    bench.place(ROOT, `${set(1)}${set(2)}${loop(9, 16)}00`);
    await estimate(bench);
    expect(runs).toHaveBeenCalledTimes(3);
    bench.place(at(0xd001), `${set(1)}00`);
    bench.place(at(0xd000), `${callTo(0xd001)}50${set(1)}00`);
    bench.place(ROOT, `${callTo(0xd000)}00`);
    await estimate(bench);
    expect(runs.mock.calls.length).toBeLessThan(3 + 8);
  });
});
