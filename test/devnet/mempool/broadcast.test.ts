/** Tests the broadcast methods of the CometBFT RPC: what each returns, when, and that no listener remains. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { NodeUnderTest, transfer } from '../node_kit.js';

/** No response here depends on the clock, which stands still. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const LONG = 10_000;

async function start(mode: 'automine' | 'manual' = 'manual'): Promise<NodeUnderTest> {
  const node = await NodeUnderTest.start({ miningMode: mode });
  node.stop();
  return node;
}

const tx = ({ chain }: NodeUnderTest, nonce: number, from = 0) => transfer(chain.evmChainId, nonce, from);

describe('broadcastCommit', () => {
  it('resolves to the block of its own transaction, not to the first block', async () => {
    const node = await start();
    await node.comet.broadcast(await tx(node, 0, 1));
    const answer = node.comet.broadcastCommit(await tx(node, 1), LONG);
    await node.mine();
    await node.comet.broadcast(await tx(node, 0));
    await node.mine();
    expect((await answer).location).toMatchObject({ height: 3n, index: 1 });
    expect(vi.getTimerCount()).toBe(0);
    expect(node.chain.events.quiet).toBe(true);
  });

  it('resolves without a block after its timeout, and the transaction stays pending', async () => {
    const node = await start();
    const answer = node.comet.broadcastCommit(await tx(node, 0), LONG);
    await node.node.loop.run(async () => undefined);
    vi.advanceTimersByTime(LONG);
    expect(await answer).toMatchObject({ outcome: { type: 'checked', check: { code: 0 } }, location: undefined });
    expect(node.chain.events.quiet).toBe(true);
    expect(node.comet.unconfirmed(10).total).toBe(1);
  });

  it('does not wait for a refused transaction: by CheckTx, by the mempool, or because it cannot be wrapped', async () => {
    const node = await start();
    const known = await tx(node, 0);
    await node.comet.broadcast(known);
    const seen = await node.comet.broadcastCommit(known, LONG);
    expect(seen).toEqual({ outcome: { type: 'refused', reason: 'tx already exists in cache' }, location: undefined });
    await node.mine();
    const late = await node.comet.broadcastCommit(await transfer(node.chain.evmChainId, 0, 0, { value: 2n }), LONG);
    expect(late).toMatchObject({
      outcome: { type: 'checked', check: { code: 3, log: expect.stringContaining('nonce too low') } },
      location: undefined,
    });
    const foreign = await transfer(5n, 0);
    const strange = await node.comet.broadcastCommit(foreign, LONG);
    expect(strange).toEqual({ outcome: await node.comet.broadcast(foreign), location: undefined });
    expect(vi.getTimerCount()).toBe(0);
    expect(node.chain.events.quiet).toBe(true);
  });

  it('stops waiting when the loop fails', async () => {
    const node = await start('automine');
    const broken = new HalleyError('store-failed', 'the disk is gone');
    node.chain.store.batch = () => Promise.reject(broken);
    await expect(node.comet.broadcastCommit(await tx(node, 0), LONG)).rejects.toBe(broken);
    expect(vi.getTimerCount()).toBe(0);
    expect(node.chain.events.quiet).toBe(true);
  });
});

describe('an Ethereum transaction that cannot be wrapped', () => {
  it('gets the response of CheckTx from every method, with the hash of its bytes', async () => {
    const node = await start();
    const foreign = await transfer(5n, 0);
    const check = await node.comet.checkTx(foreign);
    expect(check).toMatchObject({ data: EMPTY_BYTES, info: '', gasWanted: 0n, gasUsed: 0n, events: [] });
    expect([check.code, check.codespace, check.log]).not.toContain(0);
    expect(check.log).toMatch(/chain/);
    expect(await node.comet.broadcast(foreign)).toEqual({ type: 'checked', check, hash: sha256(foreign) });
    expect(node.comet.unconfirmed(10).total).toBe(0);
  });
});
