/**
 * Lets nodes fall behind and catch up: a validator that was away, a node that joins by block sync, another one that
 * joins by state sync, and all validators restarted one after the other while transactions are sent.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyHome } from '../../../src/devnet/index.js';
import { RandomStream, seedStream } from '../../../src/kernel/random.js';
import { cometbftIsAbsent } from '../peers/cometbft.js';
import { accountOf } from './clients.js';
import { eventually, type Network, startNetwork, trust } from './network.js';
import type { Node } from './node.js';
import { reexecute } from './reexecute.js';
import { Traffic } from './traffic.js';

const VALIDATORS = 4;
const AWAY = 20;
const SNAPSHOT_INTERVAL = 10;

let network: Network;
let traffic: Traffic;

const validators = (): readonly Node[] => network.nodes.slice(0, VALIDATORS);

/** Compares the blocks of two applications from a height on. */
async function expectSameBlocks(a: Node, b: Node, first: number, last: number): Promise<void> {
  for (let height = first; height <= last; height++) {
    const number = `0x${height.toString(16)}`;
    const block = (node: Node) => node.evmCall('eth_getBlockByNumber', number, true);
    const receipts = (node: Node) => node.evmCall('eth_getBlockReceipts', number);
    expect([await block(a), await receipts(a)]).toEqual([await block(b), await receipts(b)]);
  }
}

describe.skipIf(cometbftIsAbsent)('a node that is behind', () => {
  beforeAll(async () => {
    network = await startNetwork({ validators: VALIDATORS, fullNodes: 2 }, (node) => {
      // Blocks may follow so fast that one of two snapshots is removed before a node has found and restored it.
      node.appArgs = [`--snapshot-interval=${SNAPSHOT_INTERVAL}`, '--snapshot-keep-recent=1000'];
    });
    traffic = new Traffic(validators(), [0, 1], new RandomStream(seedStream('sync', 'traffic')));
  });
  afterAll(async () => {
    await traffic?.stop().catch(() => undefined);
    await network?.close();
  });

  it(`catches up after ${AWAY} heights`, async () => {
    const [a, b, c, d] = validators() as [Node, Node, Node, Node];
    await d.stop();
    const before = await a.height();
    const target = await network.advance(AWAY, [a, b, c]);
    await d.start();
    await d.reach(target);
    await expectSameBlocks(a, d, before, target);
    await network.advance(4, validators());
  });

  it('joins by block sync', async () => {
    const [a, fifth] = [network.node(0), network.node(VALIDATORS)];
    await fifth.start();
    const target = await a.height();
    await fifth.reach(target);
    await expectSameBlocks(a, fifth, 0, target);
  });

  it('joins by state sync, and says what it does not have', async () => {
    const [a, sixth] = [network.node(0), network.node(VALIDATORS + 1)];
    await trust(sixth, validators(), SNAPSHOT_INTERVAL);
    await sixth.start();
    await eventually('the node has restored a snapshot', async () => {
      for (const part of ['app', 'engine'] as const) if (!sixth.isRunning(part)) throw new Error(sixth.logs());
      return (await sixth.height()) > 0;
    });
    const target = await a.height();
    await sixth.reach(target);
    const base = Number((await sixth.status()).sync_info.earliest_block_height);
    expect(base).toBeGreaterThan(1);
    await expectSameBlocks(a, sixth, base, target);
    const [account] = [accountOf(0).address];
    const balanceAt = (node: Node, height: number) =>
      node.evmCall<string>('eth_getBalance', account, `0x${height.toString(16)}`);
    for (const height of [base - 1, base, target])
      expect(await balanceAt(sixth, height)).toBe(await balanceAt(a, height));
    await expect(balanceAt(sixth, 1)).rejects.toThrow(
      `the state at height 1 was pruned: the oldest retained height is ${base - 1}`,
    );
    for (const [method, ...params] of [
      ['eth_getBlockByNumber', '0x1', false],
      ['eth_getBlockReceipts', `0x${(base - 1).toString(16)}`],
      ['eth_getLogs', { fromBlock: '0x0' }],
      ['eth_newFilter', { fromBlock: '0x1' }],
      ['eth_feeHistory', '0x1', '0x1', []],
    ] as const)
      await expect(sixth.evmCall(method, ...params)).rejects.toThrow('pruned history unavailable');
    const earliest = await sixth.evmCall<{ readonly number: string }>('eth_getBlockByNumber', 'earliest', false);
    expect(Number(earliest.number)).toBe(base);
    const logsOf = (node: Node, fromBlock: string) =>
      node.evmCall('eth_getLogs', { fromBlock, toBlock: `0x${target.toString(16)}` });
    expect(await logsOf(sixth, 'earliest')).toEqual(await logsOf(a, earliest.number));
    expect(await sixth.evmCall('eth_config')).toEqual(await a.evmCall('eth_config'));
    await sixth.stop();
    await expect(verifyHome(sixth.home.path)).rejects.toMatchObject({
      code: 'height-pruned',
      message: expect.stringContaining(`has blocks from height ${base} only, because state sync restored`),
    });
    await sixth.start();
    await sixth.reach(target + 1);
  });

  it('is each of four validators that are restarted in turn, and no transaction is lost', async () => {
    for (const node of validators()) {
      await node.stop();
      await node.start();
      await node.reach(await network.node((validators().indexOf(node) + 1) % VALIDATORS).height());
    }
    await traffic.stop();
    const [a] = validators() as [Node];
    await eventually('all transactions are in blocks', async () => {
      const found = await Promise.all(traffic.acknowledged.map((hash) => a.evmCall('eth_getTransactionReceipt', hash)));
      return found.every((receipt) => receipt !== null);
    });
    const last = await network.advance(1);
    const { real, simulated } = await reexecute(a.rpc, network.genesis, last);
    expect(simulated).toEqual(real);
  });
});
