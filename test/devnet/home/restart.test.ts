/**
 * Tests what a restart does with the records of an earlier process: it drops what is no longer valid, and the rest
 * keeps its order.
 */
import { describe, expect, it } from 'vitest';
import { PENDING_EVIDENCE } from '../../../src/chain/block_store/keys.js';
import type { DevnetOptions } from '../../../src/devnet/options/devnet_options.js';
import { utf8 } from '../../../src/kernel/text.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import type { KeyRange, Store } from '../../../src/storage/store.js';
import { openInside } from '../../support/devnets/test_devnet.js';
import { NodeUnderTest, temporaryHome, transfer } from '../node_kit.js';

const manual = async (): Promise<DevnetOptions> => ({ home: await temporaryHome(), miningMode: 'manual' });

async function countOf(node: NodeUnderTest, range: typeof PENDING_EVIDENCE): Promise<number> {
  let count = 0;
  for await (const _ of node.chain.store.entries(range)) count++;
  return count;
}

describe('pending transactions', () => {
  const tx = ({ chain }: NodeUnderTest, from: number) => transfer(chain.evmChainId, 0, from);

  it('stay in order when they are sent again, and refused', async () => {
    const options = await manual();
    const first = await NodeUnderTest.start(options);
    const raws = await Promise.all([4, 2, 3].map((from) => tx(first, from)));
    for (const raw of raws) await first.comet.broadcast(raw);
    expect(await first.comet.broadcast(raws[0] as Uint8Array)).toMatchObject({ type: 'refused' });
    expect(await first.node.evmBackend.sendRaw(raws[0] as Uint8Array)).toMatchObject({ log: 'already known' });
    const { txs } = first.comet.unconfirmed(10);
    await first.close();
    expect((await NodeUnderTest.start(options)).comet.unconfirmed(10).txs).toEqual(txs);
  });

  it('stay pending, also when the mempool is too small for them now', async () => {
    const options = await manual();
    const first = await NodeUnderTest.start(options);
    for (const from of [4, 2, 3]) await first.comet.broadcast(await tx(first, from));
    const { txs } = first.comet.unconfirmed(10);
    expect(txs).toHaveLength(3);
    await first.close();
    for (const mempool of [{ size: 1 }, {}]) {
      const node = await NodeUnderTest.start({ ...options, mempool });
      expect(node.comet.unconfirmed(10).txs).toEqual(txs);
      await node.close();
    }
  });
});

describe('pending evidence', () => {
  it('is dropped when it is refused now, and the rest gets into a block', async () => {
    const options = await manual();
    const first = await NodeUnderTest.start(options);
    await first.mine(2);
    const [good, bad] = [first.doubleSign(1, 2n), first.doubleSign(2, 2n)];
    await first.comet.submitEvidence(good);
    await first.chain.pendingStore.addEvidence({ ...bad, timestamp: bad.timestamp + 1n });
    expect(await countOf(first, PENDING_EVIDENCE)).toBe(2);
    await first.close();
    const second = await NodeUnderTest.start(options);
    expect(await countOf(second, PENDING_EVIDENCE)).toBe(1);
    await second.mine();
    expect(second.comet.block(4n)?.block.evidence).toEqual([good]);
    expect(await countOf(second, PENDING_EVIDENCE)).toBe(0);
  });

  it('is refused while its node is down', async () => {
    const node = await NodeUnderTest.start();
    await node.mine();
    const evidence = node.doubleSign(1, 2n);
    node.simNetwork.crash(0);
    await expect(node.comet.submitEvidence(evidence)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: 'the node that receives the evidence is down',
    });
    expect(node.height).toBe(2n);
  });
});

describe('a store with two different heights', () => {
  const LEDGER = { gte: utf8('L'), lt: utf8('M') };
  const STATE = { gte: utf8('s'), lt: utf8('t') };

  async function write(to: Store, from: Store, range: KeyRange): Promise<void> {
    for await (const [key, value] of from.entries(range)) await to.batch([{ type: 'put', key, value }]);
  }

  /** Makes the block store of a chain of two blocks, with the state after `stateHeight` of them. */
  async function torn(stateHeight: number | undefined): Promise<Store> {
    const [store, mixed] = [new MemoryStore(), new MemoryStore()];
    const { testDevnet } = await openInside({ store });
    for (let height = 1; height <= 2; height++) {
      if (height > 1) await testDevnet.mine();
      if (height === stateHeight) await write(mixed, store, STATE);
    }
    await write(mixed, store, LEDGER);
    return mixed;
  }

  it('is damaged, and is not continued', async () => {
    const { testDevnet } = await openInside({ store: await torn(2) });
    expect(await testDevnet.height()).toBe(2);
    for (const [height, received] of [
      [1, '1'],
      [undefined, 'no height'],
    ] as const)
      await expect(openInside({ store: await torn(height) })).rejects.toMatchObject({
        code: 'corrupt-store',
        message: `the store holds blocks up to 2, but the state of ${received}`,
      });
  });

  it('reports a lost block store: no second chain begins over the state of the first', async () => {
    const [store, state] = [new MemoryStore(), new MemoryStore()];
    await openInside({ store });
    await write(state, store, STATE);
    await expect(openInside({ store: state })).rejects.toMatchObject({ code: 'corrupt-store' });
  });
});

it('accepts evidence about the first and the newest height after a restart', async () => {
  const home = await temporaryHome();
  const first = await NodeUnderTest.start({ home });
  await first.mine(3);
  await first.close();
  const node = await NodeUnderTest.start({ home });
  for (const [validator, height] of [
    [1, 1n],
    [2, 4n],
  ] as const) {
    const evidence = node.doubleSign(validator, height);
    await node.comet.submitEvidence(evidence);
    expect(node.comet.block(node.height)?.block.evidence).toEqual([evidence]);
  }
});
