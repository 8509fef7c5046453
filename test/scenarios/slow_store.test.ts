/** Checks that whatever was acknowledged is on disk by then, with a slow disk and many concurrent requests. */
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { authorize, dev } from '../app/support/wallet.js';
import { crowdBlock } from '../support/devnets/crowd.js';
import { deployDiary } from '../support/devnets/diary.js';
import { type BlockJson, expectSoundBlock } from '../support/devnets/recompute.js';
import { SlowStore } from '../support/devnets/slow_store.js';
import { CHAIN_ID, openInside, type TestDevnet } from '../support/devnets/test_devnet.js';

/** Opens the chain that a process leaves behind when it is killed now. */
async function afterKill(store: SlowStore): Promise<TestDevnet> {
  return (await openInside({ store: await store.afterKill() })).testDevnet;
}

const wish = { to: dev(11).address, gas: 21_000n, nonce: 0 } as const;

describe('on a slow disk', () => {
  it('a mined transaction that was acknowledged is in a block after a kill, under load', async () => {
    const store = new SlowStore(5);
    const { testDevnet } = await openInside({ store, miningMode: 'automine' });
    const acknowledged: Promise<void>[] = [];
    for (let from = 0; from < 6; from++)
      acknowledged.push(
        testDevnet.send(from, wish).then(async ({ hash }) => {
          const left = await afterKill(store);
          expect(await left.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
        }),
      );
    await Promise.all(acknowledged);
  });

  it('no block is published or returned before it is on disk', async () => {
    const store = new SlowStore(5);
    const { testDevnet } = await openInside({ store, miningMode: 'automine' });
    await testDevnet.ask('eth_subscribe', 'newHeads');
    const received: Promise<void>[] = [];
    testDevnet.provider.on('message', ({ data }) => {
      const { number } = data.result as { number: Hex };
      received.push(
        store.afterKill().then(async (left) => {
          const { testDevnet: later } = await openInside({ store: left });
          expect(await later.height()).toBeGreaterThanOrEqual(Number(number));
        }),
      );
    });
    const sending = [0, 1, 2].map((from) => testDevnet.send(from, wish));
    const seen: number[] = [];
    for (let i = 0; i < 40; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(await testDevnet.height());
    }
    await Promise.all(sending);
    await Promise.all(received);
    expect(received).toHaveLength(3);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it('an acknowledged pending transaction is pending again after a kill', async () => {
    const store = new SlowStore(5);
    const { testDevnet } = await openInside({ store });
    await Promise.all(
      [0, 1, 2].map(async (from) => {
        const { hash } = await testDevnet.send(from, { ...wish, nonce: from });
        const left = await afterKill(store);
        expect(await left.ask('eth_getTransactionByHash', hash)).toMatchObject({ blockNumber: null });
      }),
    );
  });

  it('an acknowledged revert persists, with the pending transactions of the snapshot', async () => {
    const store = new SlowStore(5);
    const { testDevnet } = await openInside({ store });
    const { hash } = await testDevnet.send(0, wish);
    const snapshot = await testDevnet.snapshot();
    await testDevnet.mine(2);
    await testDevnet.revert(snapshot);
    const left = await afterKill(store);
    expect(await left.height()).toBe(1);
    expect(await left.ask('eth_getTransactionByHash', hash)).toMatchObject({ blockNumber: null });
  });

  it('the chain continues after a kill with its whole state, and applies nothing twice', async () => {
    const store = new SlowStore(2);
    const { testDevnet } = await openInside({ store });
    const diary = await deployDiary(testDevnet);
    const granted = await authorize(dev(5), { address: diary, chainId: CHAIN_ID, nonce: 0 });
    const revoked = await authorize(dev(5), { address: `0x${'00'.repeat(20)}`, chainId: CHAIN_ID, nonce: 1 });
    const first = await testDevnet.send(6, { type: 'eip7702', to: dev(7).address, authorizationList: [granted] });
    await testDevnet.send(6, { type: 'eip7702', to: dev(7).address, authorizationList: [revoked] });
    await testDevnet.mine();
    const left = await afterKill(store);
    // Neither the transaction nor its authorization, sent again in another transaction, applies again.
    await expect(left.sendRaw(first.raw)).rejects.toThrow(/nonce too low/);
    await left.send(6, { type: 'eip7702', to: dev(7).address, authorizationList: [granted] });
    await left.mine();
    expect(await left.ask('eth_getCode', dev(5).address, 'latest')).toBe('0x');
    // The accounts and the contract are unchanged: both chains build the same crowded block.
    await testDevnet.send(6, { type: 'eip7702', to: dev(7).address, authorizationList: [granted] });
    await testDevnet.mine();
    for (const one of [testDevnet, left]) {
      await crowdBlock(one, diary);
      await expectSoundBlock(one, await one.height());
    }
    const [here, there] = await Promise.all(
      [testDevnet, left].map((one) => one.ask<BlockJson>('eth_getBlockByNumber', 'latest', false)),
    );
    for (const key of ['transactionsRoot', 'receiptsRoot', 'logsBloom', 'baseFeePerGas'] as const)
      expect([key, there?.[key]]).toEqual([key, here?.[key]]);
  });
});
