/**
 * Tests evidence through the CometBFT backend: the pool checks it, the next block contains it, and the application
 * slashes.
 */
import { describe, expect, it } from 'vitest';
import { NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import { evidenceHash } from '../../../src/consensus/types/evidence.js';
import type { DevnetOptions } from '../../../src/devnet/options/devnet_options.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { NodeUnderTest, temporaryHome } from '../node_kit.js';

describe('evidence of a double signature', () => {
  it('gets a block, is published, and costs the validator its power two heights later', async () => {
    const node = await NodeUnderTest.start();
    await node.mine(2);
    const evidence = node.doubleSign(2, 2n);
    node.received();
    expect(await node.comet.submitEvidence(evidence)).toEqual(evidenceHash(evidence));

    expect(node.height).toBe(4n);
    expect(node.comet.block(4n)?.block.evidence).toEqual([evidence]);
    const received = node.received();
    expect(received.filter((line) => line.startsWith('NewEvidence'))).toEqual(['NewEvidence 4']);
    expect(received.filter((line) => line.startsWith('ValidatorSetUpdates'))).toEqual(['ValidatorSetUpdates 0']);
    expect(node.comet.results(4n)?.response.validatorUpdates).toEqual([
      { pubKey: node.chain.keys[2]?.pubKey, power: 0n },
    ]);

    await node.mine(3);
    expect([4n, 5n, 6n, 7n].map((height) => node.power(2, height))).toEqual([10n, 10n, 0n, 0n]);
    expect(node.comet.validators(6n)?.validators).toHaveLength(3);
  });

  it('of each validator reaches the block, with any proposer', async () => {
    for (const accused of [0, 1, 3]) {
      const node = await NodeUnderTest.start();
      await node.mine(accused);
      await node.comet.submitEvidence(node.doubleSign(accused, 1n));
      const { evidence } = node.comet.block(node.height)?.block ?? {};
      expect(evidence).toHaveLength(1);
      await node.mine(3);
      expect(node.power(accused, node.height)).toBe(0n);
    }
  });

  it('is pending until the next block when blocks are made by hand', async () => {
    const node = await NodeUnderTest.start({ miningMode: 'manual' });
    const evidence = node.doubleSign(1, 1n);
    await node.comet.submitEvidence(evidence);
    expect(node.height).toBe(1n);
    for (const { engine } of [0, 1, 2, 3].map((index) => node.simNetwork.node(index)))
      expect(engine.pool.pending).toEqual([evidence]);
    await node.mine();
    expect(node.comet.block(2n)?.block.evidence).toEqual([evidence]);
  });

  it.each<[string, (node: NodeUnderTest) => Promise<void>]>([
    ['a rollback', ({ node }) => node.evmBackend.rollback(1n)],
    ['a reset', ({ node }) => node.evmBackend.reset()],
  ])('that is pending is gone after %s, also from the disk', async (_, goBack) => {
    const node = await NodeUnderTest.start({ miningMode: 'manual', home: await temporaryHome() });
    await node.mine(2);
    const evidence = node.doubleSign(1, 1n);
    await node.comet.submitEvidence(evidence);
    expect(await node.chain.pendingStore.evidence()).toEqual([evidence]);
    await goBack(node);
    expect(await node.chain.pendingStore.evidence()).toEqual([]);
    await node.mine();
    expect(node.comet.block(node.height)?.block.evidence).toEqual([]);
  });

  it('is accepted again while it is known, and then changes nothing', async () => {
    const node = await NodeUnderTest.start({ miningMode: 'manual' });
    const evidence = node.doubleSign(1, 1n);
    const hash = await node.comet.submitEvidence(evidence);
    expect(await node.comet.submitEvidence(evidence)).toEqual(hash);
    await node.mine();
    expect(await node.comet.submitEvidence({ ...evidence })).toEqual(hash);
    await node.mine();
    expect(node.comet.block(3n)?.block.evidence).toEqual([]);
  });

  it('is reverted with a snapshot', async () => {
    const node = await NodeUnderTest.start({ miningMode: 'manual' });
    const id = await node.node.snapshots.take();
    await node.comet.submitEvidence(node.doubleSign(1, 1n));
    await node.node.snapshots.revert(id);
    await node.mine();
    expect(node.comet.block(2n)?.block.evidence).toEqual([]);
  });
});

describe('evidence and a restart', () => {
  /** Starts a devnet, and closes it after `use`. */
  async function during<T>(options: DevnetOptions, use: (node: NodeUnderTest) => Promise<T>): Promise<T> {
    const node = await NodeUnderTest.start(options);
    try {
      return await use(node);
    } finally {
      await node.close();
    }
  }

  it('is in the next block once, if it was pending', async () => {
    const options: DevnetOptions = { home: await temporaryHome(), miningMode: 'manual' };
    const evidence = await during(options, async (node) => {
      await node.mine(3);
      const found = node.doubleSign(2, 2n);
      await node.comet.submitEvidence(found);
      return found;
    });
    await during(options, async (node) => {
      await node.mine(4);
      expect(node.comet.block(5n)?.block.evidence).toEqual([evidence]);
      expect(node.power(2, 7n)).toBe(0n);
    });
    await during(options, async (node) => {
      expect(await node.comet.submitEvidence(evidence)).toEqual(evidenceHash(evidence));
      await node.mine(2);
      expect(node.comet.block(9n)?.block.evidence).toEqual([]);
    });
  });

  it('makes a block by itself in automine', async () => {
    const path = await temporaryHome();
    const evidence = await during({ home: path, miningMode: 'manual' }, async (node) => {
      const found = node.doubleSign(1, 1n);
      await node.comet.submitEvidence(found);
      return found;
    });
    await during({ home: path }, async (node) => {
      expect(node.height).toBe(2n);
      expect(node.comet.block(2n)?.block.evidence).toEqual([evidence]);
    });
  });

  it('does not return after a revert to a snapshot from before it', async () => {
    const options: DevnetOptions = { home: await temporaryHome(), miningMode: 'manual' };
    await during(options, async (node) => {
      const id = await node.node.snapshots.take();
      await node.comet.submitEvidence(node.doubleSign(1, 1n));
      await node.node.snapshots.revert(id);
    });
    await during(options, async (node) => {
      await node.mine();
      expect(node.comet.block(2n)?.block.evidence).toEqual([]);
    });
  });

  it('is checked for heights from before the restart', async () => {
    const options: DevnetOptions = { home: await temporaryHome() };
    await during(options, (node) => node.mine(5));
    await during(options, async (node) => {
      const evidence = node.doubleSign(3, 2n);
      const wrong = node.comet.submitEvidence({ ...evidence, timestamp: evidence.timestamp + 1n });
      await expect(wrong).rejects.toThrow('evidence has a different time to the block');
      await node.comet.submitEvidence(evidence);
      expect(node.comet.block(node.height)?.block.evidence).toEqual([evidence]);
    });
  });
});

describe('invalid evidence', () => {
  it("is refused with the pool's error text and leaves no trace", async () => {
    const node = await NodeUnderTest.start();
    await node.mine();
    const good = node.doubleSign(3, 2n);
    const stranger = { ...good.voteA, validatorAddress: new Uint8Array(20) };
    const cases: [typeof good, RegExp][] = [
      [{ ...good, voteA: good.voteB, voteB: good.voteA }, /^duplicate votes in invalid order$/],
      [
        { ...good, voteA: { ...good.voteA, signature: { bytes: new Uint8Array() } } },
        /^invalid VoteA: signature is missing$/,
      ],
      [{ ...good, voteA: stranger }, /^address 0{40} was not a validator at height 2$/],
      [{ ...good, validatorPower: 11n }, /^validator power from evidence .* does not match \(11 != 10\)$/],
      [
        { ...good, timestamp: good.timestamp + 1n },
        /evidence has a different time to the block .*\.000000001 \+0000 UTC != /,
      ],
      [
        { ...good, voteB: { ...good.voteB, blockId: NIL_BLOCK_ID }, voteA: good.voteA },
        /^duplicate votes in invalid order$/,
      ],
      [{ ...good, voteB: { ...good.voteB, signature: good.voteA.signature } }, /^verifying VoteB: invalid signature$/],
      [
        { ...good, voteA: { ...good.voteA, height: 9n }, voteB: { ...good.voteB, height: 9n } },
        /^don't have header #9$/,
      ],
      [
        { ...good, voteA: { ...good.voteA, height: 3n }, voteB: { ...good.voteB, height: 3n } },
        /^don't have header #3$/,
      ],
    ];
    for (const [evidence, text] of cases) {
      const refused = await node.comet.submitEvidence(evidence).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(HalleyError);
      expect((refused as HalleyError).message).toMatch(text);
    }
    expect(node.height).toBe(2n);
    await node.mine();
    expect(node.comet.block(3n)?.block.evidence).toEqual([]);
  });
});
