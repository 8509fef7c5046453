/** Reverts to a snapshot and continues differently: nothing of the reverted blocks may be visible again. */
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { dev } from '../app/support/wallet.js';
import { deployDiary, diaryCall } from '../support/devnets/diary.js';
import { type BlockJson, expectSoundBlock, type LogJson, type ReceiptJson } from '../support/devnets/recompute.js';
import { openInside, openTestDevnet, type TestDevnet } from '../support/devnets/test_devnet.js';

interface Way {
  readonly hash: Hex;
  readonly number: number;
  readonly txs: readonly Hex[];
}

/** Mines a block of two logging transactions and reads everything about it, so that every cache of views holds it. */
async function go(testDevnet: TestDevnet, diary: Hex, page: bigint): Promise<Way> {
  const { hash: one } = await testDevnet.send(0, { to: diary, data: diaryCall('write', 2n, page), value: page });
  const { hash: two } = await testDevnet.send(1, { to: diary, data: diaryCall('write', 1n, page + 1n) });
  await testDevnet.mine();
  const number = await testDevnet.height();
  await expectSoundBlock(testDevnet, number);
  const { hash } = await testDevnet.ask<BlockJson>('eth_getBlockByNumber', 'latest', false);
  return { hash, number, txs: [one, two] };
}

const changes = <T = Hex>(testDevnet: TestDevnet, filter: Hex): Promise<T[]> =>
  testDevnet.ask('eth_getFilterChanges', filter);
const blocksOf = (logs: readonly LogJson[]): Hex[] => [...new Set(logs.map(({ blockHash }) => blockHash))];

describe('after a revert', () => {
  it('every lookup of a height returns the block of the new branch', async () => {
    const testDevnet = await openTestDevnet();
    const diary = await deployDiary(testDevnet);
    const snapshot = await testDevnet.snapshot();
    const first = await go(testDevnet, diary, 10n);
    await go(testDevnet, diary, 30n);
    await testDevnet.revert(snapshot);
    expect(await testDevnet.height()).toBe(first.number - 1);
    const second = await go(testDevnet, diary, 20n);
    expect(second.number).toBe(first.number);
    expect(second.hash).not.toBe(first.hash);
    for (const method of ['eth_getBlockByHash', 'eth_getBlockByNumber'] as const) {
      const key = method === 'eth_getBlockByHash' ? first.hash : `0x${(first.number + 1).toString(16)}`;
      expect(await testDevnet.ask(method, key, false)).toBeNull();
    }
    for (const hash of first.txs)
      for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt'])
        expect(await testDevnet.ask(method, hash)).toBeNull();
    const logs = await testDevnet.ask<LogJson[]>('eth_getLogs', { fromBlock: '0x3', toBlock: 'latest' });
    expect(blocksOf(logs)).toEqual([second.hash]);
    expect(BigInt(await testDevnet.ask('eth_call', { to: diary, data: diaryCall('page') }, 'latest'))).toBe(20n);
    expect(BigInt(await testDevnet.ask('eth_getBalance', diary, 'latest'))).toBe(20n);
    const receipt = await testDevnet.ask<ReceiptJson>('eth_getTransactionReceipt', second.txs[0]);
    expect(receipt.blockHash).toBe(second.hash);
  });

  it('filters report the new branch only, and report the logs of the old one as removed', async () => {
    const testDevnet = await openTestDevnet();
    const diary = await deployDiary(testDevnet);
    const make = async (method: string, ...params: unknown[]): Promise<Hex[]> => [
      await testDevnet.ask(method, ...params),
      await testDevnet.ask(method, ...params),
    ];
    const [blocks, polledBlocks] = (await make('eth_newBlockFilter')) as [Hex, Hex];
    const [logs, polledLogs] = (await make('eth_newFilter', { address: diary })) as [Hex, Hex];
    const [pending] = (await make('eth_newPendingTransactionFilter')) as [Hex];
    const snapshot = await testDevnet.snapshot();
    const first = await go(testDevnet, diary, 10n);
    const young = await testDevnet.ask('eth_newBlockFilter');
    expect(await changes(testDevnet, polledBlocks)).toEqual([first.hash]);
    const received = await changes<LogJson>(testDevnet, polledLogs);
    expect(blocksOf(received)).toEqual([first.hash]);
    await testDevnet.revert(snapshot);
    expect(await changes(testDevnet, polledLogs)).toEqual(received.map((log) => ({ ...log, removed: true })));
    for (const filter of [blocks, polledBlocks, logs, polledLogs, young])
      expect(await changes(testDevnet, filter)).toEqual([]);
    expect(await changes(testDevnet, pending)).toEqual(first.txs);
    const second = await go(testDevnet, diary, 20n);
    for (const filter of [blocks, polledBlocks]) expect(await changes(testDevnet, filter)).toEqual([second.hash]);
    for (const filter of [logs, polledLogs]) expect(blocksOf(await changes(testDevnet, filter))).toEqual([second.hash]);
    expect(await changes(testDevnet, pending)).toEqual(second.txs);
  });

  it('transactions pending at the snapshot are pending again, and later ones are gone', async () => {
    const testDevnet = await openTestDevnet();
    const wish = { to: dev(1).address, gas: 21_000n } as const;
    const before = await testDevnet.send(0, wish);
    const snapshot = await testDevnet.snapshot();
    await testDevnet.mine();
    const after = await testDevnet.send(0, wish);
    await testDevnet.revert(snapshot);
    expect(await testDevnet.ask('eth_getTransactionByHash', before.hash)).toMatchObject({ blockNumber: null });
    expect(await testDevnet.ask('eth_getTransactionByHash', after.hash)).toBeNull();
    expect(Number(await testDevnet.ask('eth_getTransactionCount', dev(0).address, 'pending'))).toBe(1);
    expect((await testDevnet.sendRaw(after.raw)).hash).toBe(after.hash);
    await testDevnet.mine();
    expect(await expectSoundBlock(testDevnet, 2)).toHaveLength(2);
  });

  it('a block has the gas limit that it had at the snapshot', async () => {
    const { testDevnet } = await openInside();
    const wide = { to: dev(1).address, gas: 20_000_000n } as const;
    const snapshot = await testDevnet.snapshot();
    await testDevnet.ask('evm_setBlockGasLimit', '0x989680');
    await expect(testDevnet.send(0, wide)).rejects.toThrow(/gas/);
    await testDevnet.mine();
    await expect(testDevnet.send(0, wide)).rejects.toThrow(/gas/);
    await testDevnet.revert(snapshot);
    const { hash } = await testDevnet.send(0, wide);
    expect(await testDevnet.ask('eth_getTransactionByHash', hash)).toMatchObject({ blockNumber: null });
  });
});
