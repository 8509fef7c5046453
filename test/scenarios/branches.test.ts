/** Reverts to a snapshot and continues differently: nothing of the reverted blocks may be visible again. */
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { dev } from '../app/support/wallet.js';
import { deployDiary, diaryCall } from '../support/scenes/diary.js';
import { type BlockJson, expectSoundBlock, type LogJson, type ReceiptJson } from '../support/scenes/recompute.js';
import { openInside, openScene, type Scene } from '../support/scenes/scene.js';

interface Way {
  readonly hash: Hex;
  readonly number: number;
  readonly txs: readonly Hex[];
}

/** Mines a block of two logging transactions and reads everything about it, so that every cache of views holds it. */
async function go(scene: Scene, diary: Hex, page: bigint): Promise<Way> {
  const { hash: one } = await scene.send(0, { to: diary, data: diaryCall('write', 2n, page), value: page });
  const { hash: two } = await scene.send(1, { to: diary, data: diaryCall('write', 1n, page + 1n) });
  await scene.mine();
  const number = await scene.height();
  await expectSoundBlock(scene, number);
  const { hash } = await scene.ask<BlockJson>('eth_getBlockByNumber', 'latest', false);
  return { hash, number, txs: [one, two] };
}

const changes = <T = Hex>(scene: Scene, filter: Hex): Promise<T[]> => scene.ask('eth_getFilterChanges', filter);
const blocksOf = (logs: readonly LogJson[]): Hex[] => [...new Set(logs.map(({ blockHash }) => blockHash))];

describe('after a revert', () => {
  it('every lookup of a height returns the block of the new branch', async () => {
    const scene = await openScene();
    const diary = await deployDiary(scene);
    const snapshot = await scene.snapshot();
    const first = await go(scene, diary, 10n);
    await go(scene, diary, 30n);
    await scene.revert(snapshot);
    expect(await scene.height()).toBe(first.number - 1);
    const second = await go(scene, diary, 20n);
    expect(second.number).toBe(first.number);
    expect(second.hash).not.toBe(first.hash);
    for (const method of ['eth_getBlockByHash', 'eth_getBlockByNumber'] as const) {
      const key = method === 'eth_getBlockByHash' ? first.hash : `0x${(first.number + 1).toString(16)}`;
      expect(await scene.ask(method, key, false)).toBeNull();
    }
    for (const hash of first.txs)
      for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt'])
        expect(await scene.ask(method, hash)).toBeNull();
    const logs = await scene.ask<LogJson[]>('eth_getLogs', { fromBlock: '0x3', toBlock: 'latest' });
    expect(blocksOf(logs)).toEqual([second.hash]);
    expect(BigInt(await scene.ask('eth_call', { to: diary, data: diaryCall('page') }, 'latest'))).toBe(20n);
    expect(BigInt(await scene.ask('eth_getBalance', diary, 'latest'))).toBe(20n);
    const receipt = await scene.ask<ReceiptJson>('eth_getTransactionReceipt', second.txs[0]);
    expect(receipt.blockHash).toBe(second.hash);
  });

  it('filters report the new branch only, and report the logs of the old one as removed', async () => {
    const scene = await openScene();
    const diary = await deployDiary(scene);
    const make = async (method: string, ...params: unknown[]): Promise<Hex[]> => [
      await scene.ask(method, ...params),
      await scene.ask(method, ...params),
    ];
    const [blocks, polledBlocks] = (await make('eth_newBlockFilter')) as [Hex, Hex];
    const [logs, polledLogs] = (await make('eth_newFilter', { address: diary })) as [Hex, Hex];
    const [pending] = (await make('eth_newPendingTransactionFilter')) as [Hex];
    const snapshot = await scene.snapshot();
    const first = await go(scene, diary, 10n);
    const young = await scene.ask('eth_newBlockFilter');
    expect(await changes(scene, polledBlocks)).toEqual([first.hash]);
    const told = await changes<LogJson>(scene, polledLogs);
    expect(blocksOf(told)).toEqual([first.hash]);
    await scene.revert(snapshot);
    expect(await changes(scene, polledLogs)).toEqual(told.map((log) => ({ ...log, removed: true })));
    for (const filter of [blocks, polledBlocks, logs, polledLogs, young])
      expect(await changes(scene, filter)).toEqual([]);
    expect(await changes(scene, pending)).toEqual(first.txs);
    const second = await go(scene, diary, 20n);
    for (const filter of [blocks, polledBlocks]) expect(await changes(scene, filter)).toEqual([second.hash]);
    for (const filter of [logs, polledLogs]) expect(blocksOf(await changes(scene, filter))).toEqual([second.hash]);
    expect(await changes(scene, pending)).toEqual(second.txs);
  });

  it('transactions pending at the snapshot are pending again, and later ones are gone', async () => {
    const scene = await openScene();
    const wish = { to: dev(1).address, gas: 21_000n } as const;
    const before = await scene.send(0, wish);
    const snapshot = await scene.snapshot();
    await scene.mine();
    const after = await scene.send(0, wish);
    await scene.revert(snapshot);
    expect(await scene.ask('eth_getTransactionByHash', before.hash)).toMatchObject({ blockNumber: null });
    expect(await scene.ask('eth_getTransactionByHash', after.hash)).toBeNull();
    expect(Number(await scene.ask('eth_getTransactionCount', dev(0).address, 'pending'))).toBe(1);
    expect((await scene.sendRaw(after.raw)).hash).toBe(after.hash);
    await scene.mine();
    expect(await expectSoundBlock(scene, 2)).toHaveLength(2);
  });

  it('a block has the gas limit that it had at the snapshot', async () => {
    const { scene } = await openInside();
    const wide = { to: dev(1).address, gas: 20_000_000n } as const;
    const snapshot = await scene.snapshot();
    await scene.ask('evm_setBlockGasLimit', '0x989680');
    await expect(scene.send(0, wide)).rejects.toThrow(/gas/);
    await scene.mine();
    await expect(scene.send(0, wide)).rejects.toThrow(/gas/);
    await scene.revert(snapshot);
    const { hash } = await scene.send(0, wide);
    expect(await scene.ask('eth_getTransactionByHash', hash)).toMatchObject({ blockNumber: null });
  });
});
