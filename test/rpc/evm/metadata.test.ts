/** Checks which blocks `hardhat_metadata` reads, with and without snapshots. */
import { expect, it } from 'vitest';
import type { BlockOverrides } from '../../../src/backend/evm/execution.js';
import { compatModeOf } from '../../../src/rpc/evm/compat.js';
import { callFor } from '../../../src/rpc/evm/hardhat/call_rules.js';
import { aBench } from './fixture.js';

it.each(['anvil', 'hardhat'] as const)(
  '%s: hardhat_metadata reads one block, however many snapshots exist',
  async (name) => {
    const { call, chain } = aBench({ devMethods: true, context: { compat: compatModeOf(name)(undefined) } });
    chain.mine({});
    let read = 0;
    const block = chain.block.bind(chain);
    chain.block = (height) => {
      read++;
      return block(height);
    };
    const reads = async (): Promise<number> => {
      const before = read;
      await call('hardhat_metadata');
      return read - before;
    };
    const without = await reads();
    for (let taken = 0; taken < 400; taken++) await chain.snapshot();
    expect(await reads()).toBe(without);
    const { snapshots, latestBlockNumber, latestBlockHash } = (await call('hardhat_metadata')) as {
      snapshots?: Record<string, unknown>;
      latestBlockNumber: number;
      latestBlockHash: string;
    };
    if (name === 'hardhat') expect(snapshots).toBeUndefined();
    else expect(snapshots?.['0x190']).toEqual([latestBlockNumber, latestBlockHash]);
  },
);

it('anvil_nodeInfo has the fees of the next block', () => {
  const { call, chain } = aBench({ devMethods: true });
  const next = chain.nextBaseFee(chain.head());
  expect(next).not.toBe(chain.nextBaseFee(chain.head() - 1n));
  expect(call('anvil_nodeInfo')).toMatchObject({ environment: { baseFee: `0x${next.toString(16)}` } });
});

it('a call as Hardhat runs it keeps the base fee that the caller overrides', () => {
  const { chain } = aBench();
  const compat = compatModeOf('hardhat')(undefined);
  const base = (overrides?: BlockOverrides) => callFor(chain, compat, {}, overrides).overrides?.baseFeePerGas;
  expect([base(), base({ gasLimit: 9n }), base({ baseFeePerGas: 7n })]).toEqual([0n, 0n, 7n]);
});
