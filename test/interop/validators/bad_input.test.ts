/** Gives a node what it must refuse, or must survive: foreign homes, two processes of one home, and full disks. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { RandomStream, seedStream } from '../../../src/kernel/random.js';
import { cometbftIsAbsent, temporaryFolder } from '../peers/cometbft.js';
import { accountOf, receiptOn, wallet } from './clients.js';
import { eventually, type Network, startNetwork } from './network.js';
import type { Node } from './node.js';
import { Traffic } from './traffic.js';

const networks: Network[] = [];
afterEach(async () => {
  await Promise.all(networks.splice(0).map((network) => network.close()));
});

async function startOne(seed: string, prepare?: (node: Node) => void): Promise<{ network: Network; node: Node }> {
  const network = await startNetwork({ validators: 1, seed }, prepare);
  networks.push(network);
  return { network, node: network.node(0) };
}

const application = (node: Node): string => join(node.home.path, 'application');

/** Returns the lines that an application has written about an error. */
const errorLines = (log: string): readonly string[] => log.split('\n').filter((line) => line.startsWith('halley: '));

const transfer = (node: Node) => wallet(node, 0).sendTransaction({ to: accountOf(9).address, value: 1n, gas: 21_000n });

describe.skipIf(cometbftIsAbsent)('a node', () => {
  it('computes its state again when its application has lost all of it', async () => {
    const { node } = await startOne('lost');
    const { blockHash } = await receiptOn(node, await transfer(node));
    await node.stop();
    rmSync(application(node), { recursive: true });
    await node.start();
    await node.reach(5);
    expect(await node.evmCall('eth_getBlockByHash', blockHash, false)).toMatchObject({ hash: blockHash });
  });

  it('refuses an application that has more blocks than its engine', async () => {
    const { node } = await startOne('ahead');
    await node.stop();
    for (const name of ['blockstore.db', 'state.db', 'cs.wal', 'evidence.db'])
      rmSync(join(node.home.path, 'data', name), { recursive: true });
    await node.startApp();
    const engine = node.startEngine();
    await engine.ended;
    expect(engine.log).toContain("Did you reset CometBFT without resetting your application's data?");
    expect(node.isRunning('app')).toBe(true);
  });

  it('ends in one line when its engine has the blocks of another chain', async () => {
    const [{ node: one }, { node: other }] = [await startOne('one'), await startOne('other')];
    await Promise.all([one.stop(), other.stop()]);
    rmSync(application(one), { recursive: true });
    cpSync(application(other), application(one), { recursive: true });
    const app = await one.startApp();
    const engine = one.startEngine();
    await engine.ended;
    expect(await app.ended).toMatchObject({ code: 1 });
    expect(errorLines(app.log)).toHaveLength(1);
    expect(errorLines(app.log)[0]).toContain('belong to different chains');
  });

  it('refuses a second application of its home', async () => {
    const { node } = await startOne('two');
    const first = node.process('app');
    const second = node.spawnApp();
    expect(await second.ended).toMatchObject({ code: 1 });
    expect(second.log).toMatch(/^halley: the home folder ".*" is in use by process \d+: [^\n]*\n$/);
    expect(first.isRunning).toBe(true);
    await first.signal('SIGKILL');
  });

  it('connects over a unix socket', async () => {
    const folder = temporaryFolder();
    const address = `unix://${join(folder.path, 'app.sock')}`;
    const { node } = await startOne('unix', (of) => {
      of.appArgs = [`--abci=${address}`];
      of.proxyApp = address;
    });
    expect(await receiptOn(node, await transfer(node))).toMatchObject({ status: 'success' });
    await node.kill('app');
    await node.start();
    await node.reach(4);
    folder.remove();
  });

  it('includes transactions while the RPC of its engine is away', async () => {
    const { node } = await startOne('no rpc', (of) => {
      of.appArgs = ['--node=http://127.0.0.1:9'];
    });
    expect(await receiptOn(node, await transfer(node))).toMatchObject({ status: 'success' });
    const gap = await wallet(node, 1).sendTransaction({ to: accountOf(9).address, value: 1n, gas: 21_000n, nonce: 1 });
    await wallet(node, 1).sendTransaction({ to: accountOf(9).address, value: 1n, gas: 21_000n, nonce: 0 });
    expect(await receiptOn(node, gap)).toMatchObject({ status: 'success' });
    expect(await node.evmCall('net_peerCount')).toBe('0x0');
  });

  it('ends without an error on SIGTERM while blocks are executed, and continues', async () => {
    const { node } = await startOne('terminated');
    const traffic = new Traffic([node], [0, 1, 2], new RandomStream(seedStream('terminated', 'traffic')));
    for (let round = 0; round < 5; round++) {
      const height = await node.height();
      await eventually('blocks follow', async () => (await node.height()) > height);
      expect(await node.process('app').signal('SIGTERM')).toEqual({ code: 0, signal: null });
      expect(errorLines(node.process('app').log)).toEqual([]);
      await node.start();
      await node.reach(height);
    }
    await traffic.stop();
    await eventually('all transactions are in blocks', async () => {
      const found = await Promise.all(
        traffic.acknowledged.map((hash) => node.evmCall('eth_getTransactionReceipt', hash)),
      );
      return found.every((receipt) => receipt !== null);
    });
  });

  it('ends in one line when the disk is full, and continues when there is room', async () => {
    const { node } = await startOne('full');
    await node.stop();
    const app = await node.startApp('ulimit -f 300');
    node.startEngine();
    const traffic = new Traffic([node], [0, 1, 2], new RandomStream(seedStream('full', 'traffic')));
    expect(await app.ended).toMatchObject({ code: 1 });
    const lines = errorLines(app.log);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^halley: the store in ".*" cannot be written: .*; acknowledged data is not lost/);
    await node.start();
    await traffic.stop();
    await eventually('all transactions are in blocks', async () => {
      const found = await Promise.all(
        traffic.acknowledged.map((hash) => node.evmCall('eth_getTransactionReceipt', hash)),
      );
      return found.every((receipt) => receipt !== null);
    });
  });
});
