import { hexToBytes } from 'viem';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checksumAddress } from '../../../src/app/types/address.js';
import type { EvmCallRequest } from '../../../src/backend/evm/execution.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { to0x } from '../../../src/kernel/hex.js';
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
    expect(await estimate({ to: contract, input: input('hash', 100n), gas: 30_000n })).toEqual({
      gas: undefined,
      outcome: { type: 'refused', reason: 'gas required exceeds allowance (30000)' },
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
