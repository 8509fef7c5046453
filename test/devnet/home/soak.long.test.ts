/**
 * Uses a devnet with a home folder for a while, in ways that are drawn: sends, dev changes, snapshots, reverts, mining
 * modes and restarts. Nothing fails, the heap stays as it is, and the home is verified at the end.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDevnet, type Devnet, verifyHome } from '../../../src/devnet/index.js';
import { RandomStream, seedStream } from '../../../src/kernel/random.js';
import { dev } from '../../app/support/wallet.js';
import { temporaryHome } from '../node_kit.js';

/** Allows for rounds of thousands of actions. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const SEED = process.env['HALLEY_SEED'] ?? 'soak 1';
const ROUNDS = 8;
const STEPS_OF_ROUND = 200;
/** Rounds in which caches fill. */
const WARM_UP = 3;
/** Growth of the heap in the rounds after that which may remain, in bytes. The home has more blocks after each round. */
const RETAINED_BYTES = 10 * 1024 * 1024;
const SENDERS = 4;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

const ask = (devnet: Devnet, method: string, ...params: readonly unknown[]): Promise<unknown> =>
  devnet.provider.request({ method, params });

type Step = (devnet: Devnet, random: RandomStream, snapshots: string[]) => Promise<unknown>;

const send: Step = (devnet, random) =>
  ask(devnet, 'eth_sendTransaction', {
    from: dev(random.below(SENDERS)).address,
    to: dev(10 + random.below(5)).address,
    value: `0x${(1 + random.below(1000)).toString(16)}`,
  });

/** Steps to draw from; an entry that occurs more often is drawn more often. */
const STEPS: readonly Step[] = [
  ...[send, send, send, send, send, send],
  (devnet, random) => Promise.all([send(devnet, random, []), send(devnet, random, []), send(devnet, random, [])]),
  (devnet) => devnet.mine(),
  (devnet, random) => ask(devnet, 'anvil_setBalance', dev(15).address, `0x${(1 + random.below(99)).toString(16)}`),
  (devnet, random) => ask(devnet, 'evm_increaseTime', 1 + random.below(100)),
  async (devnet, _, snapshots) => snapshots.push((await ask(devnet, 'evm_snapshot')) as string),
  async (devnet, random, snapshots) => {
    const index = random.below(snapshots.length + 1);
    const [id] = snapshots.splice(index);
    if (id !== undefined) expect(await ask(devnet, 'evm_revert', id)).toBe(true);
  },
  (devnet, random) => devnet.setMiningMode(random.below(2) === 0 ? 'automine' : 'manual'),
  (devnet, random) =>
    ask(devnet, 'eth_getLogs', { fromBlock: `0x${random.below(Number(devnet.height) + 1).toString(16)}` }),
];

it(`goes on through ${ROUNDS} rounds without an error or growth, and its home is verified (seed ${SEED})`, async () => {
  const home = await temporaryHome();
  const random = new RandomStream(seedStream(SEED, 'soak'));
  const failures: unknown[] = [];
  const start = (): Promise<Devnet> =>
    createDevnet({
      ...{ home, jsonRpc: false, rpc: false, assets: false },
      onBug: (where, error) => failures.push([where, error]),
      onFatal: (error) => failures.push(error),
      onDamage: (damage) => failures.push(damage),
    });
  let devnet = await start();
  onTestFinished(() => devnet.close());
  const heaps: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const snapshots: string[] = [];
    for (let step = 0; step < STEPS_OF_ROUND; step++)
      await (STEPS[random.below(STEPS.length)] as Step)(devnet, random, snapshots);
    await devnet.setMiningMode('automine');
    await devnet.mine();
    const before = [devnet.height, await ask(devnet, 'eth_getBlockByNumber', 'latest', true)];
    await devnet.close();
    devnet = await start();
    expect([devnet.height, await ask(devnet, 'eth_getBlockByNumber', `0x${devnet.height.toString(16)}`, true)]).toEqual(
      before,
    );
    heaps.push(heap());
  }
  const { height } = devnet;
  expect(height).toBeGreaterThan(BigInt(ROUNDS));
  await devnet.close();
  expect(await verifyHome(home)).toMatchObject({ problems: [] });
  expect(failures).toEqual([]);
  expect((heaps.at(-1) as number) - (heaps[WARM_UP] as number)).toBeLessThan(RETAINED_BYTES);
});
