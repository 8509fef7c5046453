/** Tests the fault that reorganises the chain after every so many blocks. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { asking } from '../../support/ask.js';
import { temporaryHome } from '../node_kit.js';

const [ALICE, NOBODY] = ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', '0x00000000000000000000000000000000000000bb'];

async function open(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ seed: 'reorgs', ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

const hashOf = async (devnet: Devnet, number: bigint): Promise<string> =>
  (await asking(devnet)('eth_getBlockByNumber', `0x${number.toString(16)}`, false))?.hash;

/** Mines a block. Resolves to its hash when it was mined, and to the hash of the one below. */
async function mine(devnet: Devnet): Promise<string> {
  return hashOf(devnet, await devnet.mine());
}

/** Waits until the commands that are queued by now have run. */
const settled = (devnet: Devnet): Promise<void> => devnet.setMiningMode(devnet.miningMode);

describe('the fault reorg', () => {
  it('replaces the newest two blocks after every third, and keeps their transactions', async () => {
    const devnet = await open();
    const ask = asking(devnet);
    await devnet.network.addFault({ type: 'reorg', every: 3, depth: 2 });
    const sent: string[] = [];
    const before = new Map<bigint, string>();
    for (let i = 0; i < 8; i++) {
      sent.push(await ask('eth_sendTransaction', { from: ALICE, to: NOBODY, value: '0x1' }));
      for (let height = devnet.height - 1n; height <= devnet.height; height++)
        if (!before.has(height) && height > 1n) before.set(height, await hashOf(devnet, height));
      await settled(devnet);
    }
    expect(devnet.height).toBe(9n);
    const same: boolean[] = [];
    for (let height = 2n; height <= 9n; height++) same.push((await hashOf(devnet, height)) === before.get(height));
    // Reorganisations after blocks 4 and 7 replaced blocks 3, 4, 6 and 7; some were seen only afterwards.
    expect([same[0], same[3], same[6], same[7]]).toEqual([true, true, true, true]);
    expect(await ask('eth_getBalance', NOBODY, 'latest')).toBe('0x8');
    for (const [at, hash] of sent.entries())
      expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ blockNumber: `0x${(at + 2).toString(16)}` });
  });

  it('drops the transactions on request, and ends with its removal', async () => {
    const devnet = await open({ faults: ['reorg:every=2,transactions=dropped'] });
    const ask = asking(devnet);
    const filter = await ask('eth_newBlockFilter');
    await ask('eth_sendTransaction', { from: ALICE, to: NOBODY, value: '0x1' });
    const second = await ask('eth_sendTransaction', { from: ALICE, to: NOBODY, value: '0x2' });
    await vi.waitFor(async () => expect(await ask('eth_getTransactionReceipt', second)).toBeNull());
    await settled(devnet);
    expect(await ask('eth_getBalance', NOBODY, 'latest')).toBe('0x1');
    expect(await ask('eth_getFilterChanges', filter)).toEqual([await hashOf(devnet, 2n), await hashOf(devnet, 3n)]);
    await devnet.network.removeFault(1);
    const hashes = [await mine(devnet), await mine(devnet), await mine(devnet)];
    await settled(devnet);
    expect(await Promise.all([4n, 5n, 6n].map((height) => hashOf(devnet, height)))).toEqual(hashes);
  });

  it('is in the menu, in snapshots and on disk', async () => {
    const home = await temporaryHome();
    const first = await open({ home });
    expect(await asking(first)('halley_faultMenu')).toMatchObject({ reorg: { at: 'chain' } });
    const snapshot = await first.snapshot();
    await first.network.addFault({ type: 'reorg', every: 2 });
    await first.revert(snapshot);
    expect(first.network.faults).toEqual([]);
    await first.network.addFault({ type: 'reorg', every: 2 });
    await first.close();
    const second = await open({ home });
    expect(second.network.faults.map(({ fault }) => fault)).toEqual([{ type: 'reorg', every: 2 }]);
    for (let i = 0; i < 2; i++) await second.mine();
    await settled(second);
    const times = await Promise.all(
      ['0x2', '0x3'].map((number) => asking(second)('eth_getBlockByNumber', number, false)),
    );
    // A new block is a second later than the one that it replaces.
    expect(Number(times[1].timestamp) - Number(times[0].timestamp)).toBe(2);
    expect(second.height).toBe(3n);
  });

  it.each([
    [{ type: 'reorg' }, /fault "reorg" has no "every"/],
    [{ type: 'reorg', every: 0 }, /"every" of fault "reorg" is 0/],
    [{ type: 'reorg', every: 2, transactions: 'some' }, /"transactions" of fault "reorg" is "some"/],
  ])('is refused: %j', async (fault, text) => {
    const devnet = await open();
    await expect(devnet.network.addFault(fault as never)).rejects.toThrow(text);
  });

  it('is refused in a devnet of several chains', async () => {
    const devnet = await open({ chains: [{ id: 'second_9-1' }] });
    await expect(devnet.network.addFault({ type: 'reorg', every: 2 })).rejects.toThrow(/other chains of this devnet/);
    expect(devnet.network.faults).toEqual([]);
  });
});
