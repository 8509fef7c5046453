/** Checks the reads of several pending transactions, and the nonce that the next one of the same sender gets. */
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { dev, GWEI } from '../app/support/wallet.js';
import { type BlockJson, expectSoundBlock } from '../support/scenes/recompute.js';
import { openScene, type Scene } from '../support/scenes/scene.js';

const nonceOf = async (scene: Scene, account: number, tag: string): Promise<number> =>
  Number(await scene.ask('eth_getTransactionCount', dev(account).address, tag));

const byNode = (scene: Scene, from: number, more: object = {}): Promise<Hex> =>
  scene.ask('eth_sendTransaction', { from: dev(from).address, to: dev(11).address, value: '0x1', ...more });

describe('while several transactions are pending', () => {
  it('the pending nonce counts those without a gap, and the latest nonce counts none', async () => {
    const scene = await openScene();
    for (const nonce of [0, 1, 2, 5]) await scene.send(0, { to: dev(1).address, nonce, gas: 21_000n });
    expect(await nonceOf(scene, 0, 'pending')).toBe(3);
    expect(await nonceOf(scene, 0, 'latest')).toBe(0);
    for (const nonce of [4, 3]) await scene.send(0, { to: dev(1).address, nonce, gas: 21_000n });
    expect(await nonceOf(scene, 0, 'pending')).toBe(6);
    expect(await nonceOf(scene, 1, 'pending')).toBe(0);
    await scene.mine();
    expect([await nonceOf(scene, 0, 'pending'), await nonceOf(scene, 0, 'latest')]).toEqual([6, 6]);
    expect(await expectSoundBlock(scene, 2)).toHaveLength(6);
  });

  it('the node assigns the next nonce to its own accounts', async () => {
    const scene = await openScene();
    const sent = [await byNode(scene, 0), await byNode(scene, 0), await byNode(scene, 1), await byNode(scene, 0)];
    const waiting = await Promise.all(
      sent.map((hash) => scene.ask<{ nonce: Hex; blockNumber: null }>('eth_getTransactionByHash', hash)),
    );
    expect(waiting.map(({ nonce, blockNumber }) => [Number(nonce), blockNumber])).toEqual([
      [0, null],
      [1, null],
      [0, null],
      [2, null],
    ]);
    await scene.mine();
    const { transactions } = await scene.ask<BlockJson>('eth_getBlockByNumber', 'latest', false);
    expect(new Set(transactions)).toEqual(new Set(sent));
    expect(transactions.filter((hash) => hash !== sent[2])).toEqual([sent[0], sent[1], sent[3]]);
  });

  it('a replacement removes the old transaction, and later ones stay', async () => {
    const scene = await openScene();
    const wish = { to: dev(1).address, gas: 21_000n } as const;
    const [first, second, third] = [await scene.send(0, wish), await scene.send(0, wish), await scene.send(0, wish)];
    const prices = { maxFeePerGas: 40n * GWEI, maxPriorityFeePerGas: GWEI };
    const instead = await scene.send(0, { ...wish, ...prices, nonce: 1, value: 9n });
    expect(await scene.ask('eth_getTransactionByHash', second.hash)).toBeNull();
    expect(await nonceOf(scene, 0, 'pending')).toBe(3);
    await scene.mine();
    const { transactions } = await scene.ask<BlockJson>('eth_getBlockByNumber', 'latest', false);
    expect(transactions).toEqual([first.hash, instead.hash, third.hash]);
  });
});
