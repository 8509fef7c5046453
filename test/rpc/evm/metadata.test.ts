/** Checks which blocks `hardhat_metadata` reads, with and without snapshots. */
import { expect, it } from 'vitest';
import { compatModeOf } from '../../../src/rpc/evm/compat.js';
import { aBench } from './fixture.js';

it.each(['anvil', 'hardhat'] as const)(
  '%s: hardhat_metadata reads one block, however many snapshots exist',
  async (name) => {
    const { call, chain } = aBench({ devTxSender: true, context: { compat: compatModeOf(name)(undefined) } });
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
