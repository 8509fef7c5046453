/** Checks the reads of several pending transactions, and the nonce that the next one of the same sender gets. */
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { dev, GWEI } from '../app/support/wallet.js';
import { type BlockJson, expectSoundBlock } from '../support/devnets/recompute.js';
import { openTestDevnet, type TestDevnet } from '../support/devnets/test_devnet.js';

const nonceOf = async (testDevnet: TestDevnet, account: number, tag: string): Promise<number> =>
  Number(await testDevnet.ask('eth_getTransactionCount', dev(account).address, tag));

const byNode = (testDevnet: TestDevnet, from: number, more: object = {}): Promise<Hex> =>
  testDevnet.ask('eth_sendTransaction', { from: dev(from).address, to: dev(11).address, value: '0x1', ...more });

describe('while several transactions are pending', () => {
  it('the pending nonce counts those without a gap, and the latest nonce counts none', async () => {
    const testDevnet = await openTestDevnet();
    for (const nonce of [0, 1, 2, 5]) await testDevnet.send(0, { to: dev(1).address, nonce, gas: 21_000n });
    expect(await nonceOf(testDevnet, 0, 'pending')).toBe(3);
    expect(await nonceOf(testDevnet, 0, 'latest')).toBe(0);
    for (const nonce of [4, 3]) await testDevnet.send(0, { to: dev(1).address, nonce, gas: 21_000n });
    expect(await nonceOf(testDevnet, 0, 'pending')).toBe(6);
    expect(await nonceOf(testDevnet, 1, 'pending')).toBe(0);
    await testDevnet.mine();
    expect([await nonceOf(testDevnet, 0, 'pending'), await nonceOf(testDevnet, 0, 'latest')]).toEqual([6, 6]);
    expect(await expectSoundBlock(testDevnet, 2)).toHaveLength(6);
  });

  it('the node assigns the next nonce to its own accounts', async () => {
    const testDevnet = await openTestDevnet();
    const sent = [
      await byNode(testDevnet, 0),
      await byNode(testDevnet, 0),
      await byNode(testDevnet, 1),
      await byNode(testDevnet, 0),
    ];
    const waiting = await Promise.all(
      sent.map((hash) => testDevnet.ask<{ nonce: Hex; blockNumber: null }>('eth_getTransactionByHash', hash)),
    );
    expect(waiting.map(({ nonce, blockNumber }) => [Number(nonce), blockNumber])).toEqual([
      [0, null],
      [1, null],
      [0, null],
      [2, null],
    ]);
    await testDevnet.mine();
    const { transactions } = await testDevnet.ask<BlockJson>('eth_getBlockByNumber', 'latest', false);
    expect(new Set(transactions)).toEqual(new Set(sent));
    expect(transactions.filter((hash) => hash !== sent[2])).toEqual([sent[0], sent[1], sent[3]]);
  });

  it('a replacement removes the old transaction, and later ones stay', async () => {
    const testDevnet = await openTestDevnet();
    const wish = { to: dev(1).address, gas: 21_000n } as const;
    const [first, second, third] = [
      await testDevnet.send(0, wish),
      await testDevnet.send(0, wish),
      await testDevnet.send(0, wish),
    ];
    const prices = { maxFeePerGas: 40n * GWEI, maxPriorityFeePerGas: GWEI };
    const instead = await testDevnet.send(0, { ...wish, ...prices, nonce: 1, value: 9n });
    expect(await testDevnet.ask('eth_getTransactionByHash', second.hash)).toBeNull();
    expect(await nonceOf(testDevnet, 0, 'pending')).toBe(3);
    await testDevnet.mine();
    const { transactions } = await testDevnet.ask<BlockJson>('eth_getBlockByNumber', 'latest', false);
    expect(transactions).toEqual([first.hash, instead.hash, third.hash]);
  });
});
