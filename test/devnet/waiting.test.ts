/** The mempool through the consensus port: what waits, CheckTx alone, and forgetting everything. */
import { describe, expect, it } from 'vitest';
import type { DevnetOptions } from '../../src/devnet/options.js';
import { NodeUnderTest, temporaryHome, transfer } from './node_kit.js';

const start = (options: DevnetOptions = {}) => NodeUnderTest.start({ mining: { type: 'manual' }, ...options });

const tx = (node: NodeUnderTest, nonce: number, from = 0) => transfer(node.chain.evmChainId, nonce, from);

describe('unconfirmed', () => {
  it('lists what a block would take in its order, then what waits for a nonce, and counts all', async () => {
    const node = await start();
    // The one of nonce 5 must wait; it came first.
    for (const nonce of [5, 0, 1]) await node.comet.broadcast(await tx(node, nonce));
    await node.comet.broadcast(await tx(node, 0, 1));
    const { txs, total, totalBytes } = node.comet.unconfirmed(30);
    expect(total).toBe(4);
    expect(totalBytes).toBe(BigInt(txs.reduce((sum, bytes) => sum + bytes.length, 0)));
    await node.mine();
    expect(node.comet.block(2n)?.block.txs).toEqual(txs.slice(0, 3));
    expect(node.comet.unconfirmed(30).txs).toEqual(txs.slice(3));
  });

  it('lists no more than was asked for', async () => {
    const node = await start();
    for (const nonce of [0, 1, 2, 7]) await node.comet.broadcast(await tx(node, nonce));
    const all = node.comet.unconfirmed(10).txs;
    for (const limit of [0, 1, 3, 4])
      expect(node.comet.unconfirmed(limit)).toMatchObject({ total: 4, txs: all.slice(0, limit) });
  });
});

describe('checkTx', () => {
  it('asks the application alone: nothing is remembered', async () => {
    const node = await start({ mining: { type: 'auto' } });
    const raw = await tx(node, 0);
    for (let i = 0; i < 2; i++) expect((await node.comet.checkTx(raw)).code).toBe(0);
    expect(node.comet.unconfirmed(10).total).toBe(0);
    expect(node.height).toBe(1n);
    expect((await node.comet.broadcastCommit(raw, 1000)).location?.height).toBe(2n);
    expect(await node.comet.checkTx(raw)).toMatchObject({ log: expect.stringContaining('nonce too low') });
  });

  it('answers what is no transaction as broadcasting it would', async () => {
    const node = await start();
    const nonsense = new Uint8Array([1, 2, 3]);
    const check = await node.comet.checkTx(nonsense);
    expect(check.code).not.toBe(0);
    const broadcast = await node.comet.broadcast(nonsense);
    expect(broadcast).toMatchObject({ type: 'checked', check: { code: check.code, log: check.log } });
  });
});

describe('flushMempool', () => {
  it('forgets what waits and that it was seen', async () => {
    const node = await start();
    const raw = await tx(node, 0);
    await node.comet.broadcast(raw);
    expect(await node.comet.broadcast(raw)).toEqual({ type: 'refused', reason: 'tx already exists in cache' });
    await node.comet.flushMempool();
    expect(node.comet.unconfirmed(10)).toEqual({ txs: [], total: 0, totalBytes: 0n });
    await node.mine();
    expect(node.comet.block(2n)?.block.txs).toEqual([]);
    expect(await node.comet.broadcast(raw)).toMatchObject({ type: 'checked', check: { code: 0 } });
  });

  it('leaves nothing that a restart would bring back', async () => {
    const home = await temporaryHome();
    const first = await start({ home });
    for (const nonce of [0, 1, 9]) await first.comet.broadcast(await tx(first, nonce));
    await first.comet.flushMempool();
    await first.comet.broadcast(await tx(first, 0, 1));
    await first.close();
    const second = await start({ home });
    expect(second.comet.unconfirmed(10).total).toBe(1);
  });

  it('is taken back by a snapshot', async () => {
    const node = await start();
    await node.comet.broadcast(await tx(node, 0));
    const id = await node.node.snapshots.take();
    await node.comet.flushMempool();
    await node.node.snapshots.revert(id);
    expect(node.comet.unconfirmed(10).total).toBe(1);
  });
});

describe('a restart', () => {
  it('brings back what waits in its order of arrival, also after one more', async () => {
    const home = await temporaryHome();
    const order: Uint8Array[] = [];
    for (const senders of [[3, 1, 4], [9, 2, 6, 5], []]) {
      const node = await start({ home });
      for (const sender of senders) {
        const raw = await tx(node, 0, sender);
        await node.comet.broadcast(raw);
        order.push(node.comet.unconfirmed(100).txs.at(-1) as Uint8Array);
      }
      expect(node.comet.unconfirmed(100).txs).toEqual(order);
      await node.close();
    }
  });
});
