/** What a restart makes of what an earlier process left: what counts no more is forgotten, the rest keeps its order. */
import { describe, expect, it } from 'vitest';
import { PENDING_EVIDENCE } from '../../src/chain/ledger/keys.js';
import type { DevnetOptions } from '../../src/devnet/options.js';
import { NodeUnderTest, temporaryHome, transfer } from './node_kit.js';

const manual = async (): Promise<DevnetOptions> => ({ home: await temporaryHome(), mining: { type: 'manual' } });

async function countOf(node: NodeUnderTest, range: typeof PENDING_EVIDENCE): Promise<number> {
  let count = 0;
  for await (const _ of node.chain.store.entries(range)) count++;
  return count;
}

describe('transactions that waited', () => {
  const tx = ({ chain }: NodeUnderTest, from: number) => transfer(chain.evmChainId, 0, from);

  it('keep their place when they are sent again, and refused', async () => {
    const options = await manual();
    const first = await NodeUnderTest.start(options);
    const raws = await Promise.all([4, 2, 3].map((from) => tx(first, from)));
    for (const raw of raws) await first.comet.broadcast(raw);
    expect(await first.comet.broadcast(raws[0] as Uint8Array)).toMatchObject({ type: 'refused' });
    expect(await first.node.evmPort.sendRaw(raws[0] as Uint8Array)).toMatchObject({ log: 'already known' });
    const { txs } = first.comet.unconfirmed(10);
    await first.close();
    expect((await NodeUnderTest.start(options)).comet.unconfirmed(10).txs).toEqual(txs);
  });

  it('and are refused by now wait no more, also at the next start', async () => {
    const options = await manual();
    const first = await NodeUnderTest.start(options);
    for (const from of [4, 2, 3]) await first.comet.broadcast(await tx(first, from));
    const [kept] = first.comet.unconfirmed(10).txs;
    await first.close();
    for (const mempool of [{ size: 1 }, {}]) {
      const node = await NodeUnderTest.start({ ...options, mempool });
      expect(node.comet.unconfirmed(10).txs).toEqual([kept]);
      await node.close();
    }
  });
});

describe('evidence that waited', () => {
  it('and is refused by now is forgotten, and the rest gets into a block', async () => {
    const options = await manual();
    const first = await NodeUnderTest.start(options);
    await first.mine(2);
    const [good, bad] = [first.doubleSign(1, 2n), first.doubleSign(2, 2n)];
    await first.comet.submitEvidence(good);
    await first.chain.waiting.addEvidence({ ...bad, timestamp: bad.timestamp + 1n });
    expect(await countOf(first, PENDING_EVIDENCE)).toBe(2);
    await first.close();
    const second = await NodeUnderTest.start(options);
    expect(await countOf(second, PENDING_EVIDENCE)).toBe(1);
    await second.mine();
    expect(second.comet.block(4n)?.block.evidence).toEqual([good]);
    expect(await countOf(second, PENDING_EVIDENCE)).toBe(0);
  });

  it('is not taken when the node is down that should take it', async () => {
    const node = await NodeUnderTest.start();
    await node.mine();
    const evidence = node.doubleSign(1, 2n);
    node.world.crash(0);
    await expect(node.comet.submitEvidence(evidence)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: 'the node that should take it is down',
    });
    expect(node.height).toBe(2n);
  });
});
