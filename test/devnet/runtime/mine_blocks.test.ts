/** Tests blocks on demand: how many, at which times, in which mining modes, and what runs between them. */
import { describe, expect, it } from 'vitest';
import type { EvmMiningRequest } from '../../../src/backend/evm/mining.js';
import { ChainClock } from '../../../src/devnet/clock/chain_clock.js';
import { createDevnet, verifyHome } from '../../../src/devnet/index.js';
import { fixedClock } from '../../../src/devnet/options/clock.js';
import { MAX_BLOCKS, Mining } from '../../../src/devnet/runtime/mine_blocks.js';
import { FairScheduler } from '../../../src/kernel/fair_scheduler.js';
import { unixSeconds } from '../../../src/kernel/time.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import { NodeUnderTest, START, temporaryHome, transfer } from '../node_kit.js';

const TOO_LATE = { code: 'invalid-argument', message: expect.stringContaining('the latest that a block can have') };

const start = unixSeconds(START);

/** Returns the times of all blocks from a height on, in seconds after the genesis time. */
function ages({ comet, height }: NodeUnderTest, from = 2n): bigint[] {
  const found: bigint[] = [];
  for (let at = from; at <= height; at++) found.push(unixSeconds(comet.block(at)?.block.header.time as bigint) - start);
  return found;
}

describe('mining', () => {
  it('makes the given number of heights, each with its own votes; pending transactions are in the first', async () => {
    const node = await NodeUnderTest.start({ miningMode: 'manual' });
    const sent = node.node.evmBackend.sendRaw(await transfer(node.chain.evmChainId, 0));
    expect(await sent).toMatchObject({ type: 'accepted' });
    expect(await node.node.mining.mine({ blocks: 5 })).toBe(6n);
    expect(node.height).toBe(6n);
    for (let at = 2n; at <= 6n; at++) {
      expect(node.comet.commit(at)?.commit.signatures).toHaveLength(4);
      expect(node.comet.block(at)?.block.txs).toHaveLength(at === 2n ? 1 : 0);
    }
    expect(await node.node.mining.mine()).toBe(7n);
    expect(await node.node.mining.mine({ blocks: 0, timestamp: 1n })).toBe(7n);
    expect(node.height).toBe(7n);
  });

  it.each<[Partial<EvmMiningRequest>, number[]]>([
    [{ blocks: 3 }, [1, 2, 3, 4]],
    [{ blocks: 3, interval: 60n }, [1, 61, 121, 122]],
    [{ blocks: 3, interval: 0n }, [1, 2, 3, 4]],
    [{ blocks: 3, interval: 60n, delay: 60n }, [61, 121, 181, 182]],
    [{ blocks: 2, timestamp: start + 500n }, [500, 501, 502]],
    [{ blocks: 2, timestamp: start + 500n, interval: 7n }, [500, 507, 508]],
  ])('gives blocks the times of %o, and continues from there', async (options, wanted) => {
    const node = await NodeUnderTest.start({ miningMode: 'manual' });
    await node.node.mining.mine(options);
    await node.node.mining.mine();
    expect(ages(node)).toEqual(wanted.map(BigInt));
  });

  it('leaves the first block a time that was fixed before', async () => {
    const node = await NodeUnderTest.start({ miningMode: 'manual' });
    await node.node.evmBackend.setNextTime(start + 100n);
    await node.node.mining.mine({ blocks: 2, interval: 10n, delay: 10n });
    expect(ages(node)).toEqual([100n, 110n]);
  });

  it.each<[Partial<EvmMiningRequest>, object]>([
    [{ blocks: -1 }, { code: 'invalid-argument', message: expect.stringContaining('-1 blocks cannot be mined') }],
    [{ blocks: 1.5 }, { code: 'invalid-argument', message: expect.stringContaining('1.5 blocks cannot be mined') }],
    [
      { blocks: MAX_BLOCKS + 1 },
      {
        code: 'invalid-argument',
        message: '1000001 blocks cannot be mined in one call, expected a whole number from 0 to 1000000',
      },
    ],
    [
      { blocks: 2, timestamp: start },
      { code: 'unavailable', message: `Timestamp ${start} is equal to the previous block's timestamp ${start}` },
    ],
    [
      { timestamp: start - 5n },
      { code: 'unavailable', message: `Timestamp ${start - 5n} is lower than the previous block's timestamp ${start}` },
    ],
    [{ timestamp: 2n ** 53n }, TOO_LATE],
    [{ blocks: 100, interval: 10n ** 14n }, TOO_LATE],
    [{ delay: 10n ** 16n }, TOO_LATE],
    [{ interval: -1n }, { code: 'invalid-argument', message: expect.stringContaining('expected 0 s or more') }],
  ])('refuses %o, and changes nothing', async (options, error) => {
    const node = await NodeUnderTest.start({ miningMode: 'manual' });
    await expect(node.node.mining.mine(options)).rejects.toMatchObject(error);
    expect(node.height).toBe(1n);
    await node.node.mining.mine();
    expect(ages(node)).toEqual([1n]);
  });

  it.each(['step', 'realtime', 'manual', 'automine'])(
    'gives blocks their times in the mining mode %s too',
    async (miningMode) => {
      const node = await NodeUnderTest.start({ miningMode });
      expect(await node.node.mining.mine({ blocks: 3, timestamp: start + 50n, interval: 10n })).toBe(4n);
      expect(ages(node)).toEqual([50n, 60n, 70n]);
    },
  );

  it('makes blocks that verify, and whose times outlive the process', async () => {
    const options = { seed: 'mining', miningMode: 'manual', home: await temporaryHome() };
    const devnet = await createDevnet(options);
    await devnet.provider.request({ method: 'hardhat_mine', params: ['0x64', '0x3c'] });
    await devnet.close();
    expect((await verifyHome(options.home)).problems).toEqual([]);
    await using again = await createDevnet(options);
    await again.mine();
    const block = await again.provider.request({ method: 'eth_getBlockByNumber', params: ['latest', false] });
    const seconds = again.genesisTime / 10n ** 9n + 1n + 99n * 60n + 1n;
    expect(block).toMatchObject({ number: '0x66', timestamp: `0x${seconds.toString(16)}` });
  });

  it('ends with the devnet', async () => {
    const devnet = await createDevnet({ seed: 'mining', miningMode: 'manual' });
    const mined = devnet.provider.request({ method: 'evm_mine', params: [{ blocks: 100_000 }] });
    const outcome = expect(mined).rejects.toMatchObject({ message: 'Halley is closed' });
    await devnet.close();
    await outcome;
    expect(devnet.height).toBeLessThan(100n);
  });

  it('completes a started height before the one with the given time', async () => {
    const node = await NodeUnderTest.start({ miningMode: 'step' });
    await node.node.loop.step('step', 3);
    expect(node.simNetwork.isHeightStarted).toBe(true);
    expect(await node.node.mining.mine({ blocks: 2, timestamp: start + 500n, interval: 5n })).toBe(4n);
    expect(ages(node)).toEqual([1n, 500n, 505n]);
    await node.node.loop.step('step', 3);
    await node.node.loop.setMiningMode({ type: 'manual' });
    expect(await node.node.mining.mine({ timestamp: start + 600n })).toBe(6n);
    expect(ages(node, 5n)).toEqual([506n, 600n]);
  });

  it('lets other commands run between any two blocks', async () => {
    const node = await NodeUnderTest.start({ miningMode: 'manual' });
    const mined = node.node.mining.mine({ blocks: 50 });
    const seen = await node.node.loop.run(async () => node.height);
    expect(seen).toBeLessThan(5n);
    expect(await mined).toBe(51n);
  });

  it('ends when the chain is reverted in the middle, and reports how far it was', async () => {
    const node = await NodeUnderTest.start({ miningMode: 'manual' });
    const id = await node.node.snapshots.take();
    const mined = node.node.mining.mine({ blocks: 50 });
    const outcome = expect(mined).rejects.toMatchObject({
      code: 'unavailable',
      message: 'the chain was reverted when 1 of 50 blocks were mined',
    });
    expect(await node.node.snapshots.revert(id)).toBe(true);
    await outcome;
    expect(node.height).toBe(1n);
  });

  it('fails when the validators cannot decide, and the blocks until then stay', async () => {
    const node = await NodeUnderTest.start({ miningMode: 'manual' });
    const mined = node.node.mining.mine({ blocks: 50 });
    const outcome = expect(mined).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('no block was decided'),
    });
    await node.node.loop.run(async () => [2, 3].map((index) => node.simNetwork.crash(index)));
    await outcome;
    expect(node.height).toBe(2n);
    for (const index of [2, 3]) node.simNetwork.restart(index);
    expect(await node.node.mining.mine()).toBe(node.height);
  });

  it('lets sockets and timers run after each slice of 10 ms', async () => {
    let now = 0;
    const scheduler: string[] = [];
    const host = {
      now: () => now,
      afterIo: (action: () => void) => {
        scheduler.push(`others after ${now} ms`);
        action();
      },
    };
    const clock = new ChainClock(fixedClock(START), new MemoryStore());
    let height = 0n;
    const loop = {
      mine: async () => {
        now += 4;
        return { type: 'decided', height: ++height } as const;
      },
    };
    const { chain } = await NodeUnderTest.start();
    const { blockStore, simNetwork } = chain;
    const mining = new Mining({ chain: { blockStore, simNetwork, scheduler: new FairScheduler(host) }, loop, clock });
    expect(await mining.mine({ blocks: 7 })).toBe(7n);
    expect(scheduler).toEqual(['others after 12 ms', 'others after 24 ms']);
  });

  it('reports the progress of a long call after each 1,000 blocks, and lets others work after each slice', async () => {
    let now = 0;
    let slice = 0;
    let longest = 0;
    const host = {
      now: () => now,
      afterIo: (action: () => void) => {
        longest = Math.max(longest, now - slice);
        slice = now;
        action();
      },
    };
    let height = 1n;
    const loop = {
      mine: async () => {
        now += 3;
        return { type: 'decided', height: ++height } as const;
      },
    };
    const { chain } = await NodeUnderTest.start();
    const { blockStore, simNetwork } = chain;
    const progress: object[] = [];
    const clock = new ChainClock(fixedClock(START), new MemoryStore());
    const onProgress = (report: object): void => void progress.push(report);
    const node = { chain: { blockStore, simNetwork, scheduler: new FairScheduler(host) }, loop, clock };
    const mining = new Mining(node, onProgress);
    expect(await mining.mine({ blocks: 3_500 })).toBe(3_501n);
    expect(progress).toEqual([1, 2, 3].map((thousands) => ({ mined: thousands * 1_000, of: 3_500 })));
    expect(longest).toBeLessThanOrEqual(50);
  });
});
