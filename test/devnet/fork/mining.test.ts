/** Tests mining modes and rollbacks on a fork: blocks whose transactions read state that nobody has fetched before. */
import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DevnetOptions, fixedClock } from '../../../src/devnet/index.js';
import { deployToken, type Opened, openFork, TOKEN_ABI } from './forked_devnet.js';
import { type Served, serve } from './origin.js';
import { type RelayServer, startRelay } from './relay.js';

const MINUTES = 300_000;
const NOBODY = '0x00000000000000000000000000000000000000aa';
/** Time of the devnets' clocks; the fork's own time is that of the origin. */
const AT = 1_800_000_000n * 10n ** 9n;

let origin: Served;
let token: Hex;
beforeAll(async () => {
  origin = await serve({ seed: 'origin' });
  token = await deployToken(origin);
  await origin.devnet.mine({ blocks: 3 });
  return () => origin.devnet.close();
}, MINUTES);

const call = (functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: TOKEN_ABI, functionName, args });
const aFork = (options: DevnetOptions, url = origin.url): Promise<Opened> =>
  openFork(url, { seed: 'fork', clock: fixedClock(AT), ...options });
const transfer = async (fork: Opened, value: bigint): Promise<Hex> =>
  (await fork.test.send(1, { to: token, data: call('transfer', NOBODY, value) })).hash;
const received = async ({ ask }: Opened): Promise<bigint> => {
  const data = await ask('eth_call', { to: token, data: call('balanceOf', NOBODY) }, 'latest');
  return decodeFunctionResult({ abi: TOKEN_ABI, functionName: 'balanceOf', data }) as bigint;
};
const first = (): number => Number(origin.devnet.height) + 1;
const height = (fork: Opened): number => Number(fork.devnet.height);

describe.each(['interval', 'mixed'] as const)('in the mining mode %s', { timeout: MINUTES }, (type) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  const tick = async (fork: Opened): Promise<void> => {
    vi.advanceTimersByTime(500);
    // Resolves when the work of the tick is done.
    await fork.devnet.network.heal();
  };

  it('ticks make blocks, and a revert goes back over them', async () => {
    const fork = await aFork({ miningMode: { type, ms: 500 } });
    expect(height(fork)).toBe(first());
    const hash = await transfer(fork, 7n);
    const isMined = type === 'mixed';
    expect((await fork.ask('eth_getTransactionReceipt', hash)) !== null).toBe(isMined);
    await tick(fork);
    expect(await fork.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
    const id = await fork.devnet.snapshot();
    const before = height(fork);
    await transfer(fork, 5n);
    await tick(fork);
    await tick(fork);
    expect(await received(fork)).toBe(12n);
    expect(height(fork)).toBe(before + (isMined ? 3 : 2));
    await fork.devnet.setMiningMode('manual');
    expect(await fork.devnet.revert(id, { settings: true })).toBe(true);
    expect([fork.devnet.miningMode.type, height(fork), await received(fork)]).toEqual([type, before, 7n]);
    await tick(fork);
    expect(height(fork)).toBe(before + 1);
    expect(fork.failures).toEqual([]);
  });

  it('a tick goes on while the node is away', async () => {
    const relay = await startRelay(origin.url);
    const fork = await aFork({ miningMode: { type, ms: 500 } }, relay.url);
    relay.isBroken = () => true;
    const hash = await transfer(fork, 7n);
    await tick(fork);
    expect(height(fork)).toBeGreaterThan(first());
    expect(await fork.ask('eth_getTransactionReceipt', hash)).toBeNull();
    relay.isBroken = () => false;
    await tick(fork);
    expect(await fork.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
    expect(fork.failures).toEqual([]);
  });
});

describe('in real time', { timeout: MINUTES }, () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('blocks come as on a real network, and a revert goes back over them', async () => {
    const fork = await aFork({ miningMode: 'realtime' });
    const pass = async (ms: number): Promise<void> => {
      await vi.advanceTimersByTimeAsync(ms);
      await fork.devnet.network.heal();
    };
    const hash = await transfer(fork, 7n);
    expect(await fork.ask('eth_getTransactionReceipt', hash)).toBeNull();
    // The timers run on while the node answers, so that a block may take more than one of these steps.
    for (let i = 0; i < 20 && (await fork.ask('eth_getTransactionReceipt', hash)) === null; i++) await pass(1100);
    expect(await fork.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
    const id = await fork.devnet.snapshot();
    const before = height(fork);
    await transfer(fork, 5n);
    for (let i = 0; i < 20 && height(fork) < before + 2; i++) await pass(1100);
    expect([height(fork) >= before + 2, await received(fork)]).toEqual([true, 12n]);
    expect(await fork.devnet.revert(id)).toBe(true);
    expect([height(fork), await received(fork)]).toEqual([before, 7n]);
    expect(fork.failures).toEqual([]);
  });
});

describe('in steps', { timeout: MINUTES }, () => {
  it('a block over fetched state is made event by event, as in one go', async () => {
    const play = async (miningMode: 'step' | 'manual', make: (fork: Opened) => Promise<unknown>) => {
      const fork = await aFork({ miningMode });
      await transfer(fork, 7n);
      await make(fork);
      return [await fork.ask('eth_getBlockByNumber', 'latest', true), await received(fork), fork.failures];
    };
    const stepped = await play('step', async (fork) => {
      const before = height(fork);
      for (let i = 0; i < 10_000 && height(fork) === before; i++) await fork.devnet.step('event');
    });
    expect(stepped).toEqual(await play('manual', (fork) => fork.devnet.mine()));
    expect(stepped[1]).toBe(7n);
  });

  it('a revert goes back into the middle of a height', async () => {
    const fork = await aFork({ miningMode: 'step' });
    await transfer(fork, 7n);
    await fork.devnet.step('event', 3);
    const id = await fork.devnet.snapshot();
    await fork.devnet.step('height');
    const block = await fork.ask('eth_getBlockByNumber', 'latest', true);
    expect(block.transactions).toHaveLength(1);
    expect(await fork.devnet.revert(id)).toBe(true);
    expect([height(fork), await received(fork)]).toEqual([first(), 0n]);
    await fork.devnet.step('height');
    expect(await fork.ask('eth_getBlockByNumber', 'latest', true)).toEqual(block);
    await fork.devnet.setMiningMode('automine');
    await transfer(fork, 1n);
    expect(await received(fork)).toBe(8n);
    expect(fork.failures).toEqual([]);
  });

  it('a step while the node is away leaves the transaction out', async () => {
    const relay: RelayServer = await startRelay(origin.url);
    const fork = await aFork({ miningMode: 'step' }, relay.url);
    const hash = await transfer(fork, 7n);
    relay.isBroken = () => true;
    await fork.devnet.step('height');
    expect(await fork.ask('eth_getTransactionReceipt', hash)).toBeNull();
    relay.isBroken = () => false;
    await fork.devnet.step('height');
    expect(await fork.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
    expect(fork.failures).toEqual([]);
  });
});

describe('anvil_rollback', { timeout: MINUTES }, () => {
  it('goes back over blocks of the fork, and the chain goes on as one that never had them', async () => {
    const fork = await aFork({ miningMode: 'manual' });
    const other = await aFork({ miningMode: 'manual' });
    const act = async (one: Opened, value: bigint): Promise<void> => {
      await transfer(one, value);
      await one.devnet.mine();
    };
    await act(fork, 7n);
    await act(other, 7n);
    const id = await fork.devnet.snapshot();
    await act(fork, 5n);
    const late = await fork.devnet.snapshot();
    await fork.ask('anvil_setBalance', NOBODY, '0x5');
    await fork.ask('anvil_setStorageAt', token, '0x1', `0x${'0'.repeat(63)}9`);
    await act(fork, 3n);
    expect([height(fork), await received(fork)]).toEqual([first() + 3, 15n]);
    await fork.ask('anvil_rollback', 2);
    expect([height(fork), await received(fork)]).toEqual([first() + 1, 7n]);
    expect(await fork.ask('eth_getBalance', NOBODY, 'latest')).toBe('0x0');
    const supply = await fork.ask('eth_getStorageAt', token, '0x1', 'latest');
    expect(supply).toBe(await origin.ask('eth_getStorageAt', token, '0x1', 'latest'));
    expect(await fork.devnet.revert(late)).toBe(false);
    await act(fork, 2n);
    await act(other, 2n);
    expect(await fork.ask('eth_getBlockByNumber', 'latest', true)).toMatchObject({
      transactions: (await other.ask('eth_getBlockByNumber', 'latest', true)).transactions.map(
        ({ hash }: { hash: Hex }) => ({ hash }),
      ),
      stateRoot: (await other.ask('eth_getBlockByNumber', 'latest', true)).stateRoot,
    });
    expect(await fork.devnet.revert(id)).toBe(true);
    expect(await received(fork)).toBe(7n);
    expect(fork.failures).toEqual([]);
  });

  it('stops at the first block of the fork, and works without the node', async () => {
    const relay = await startRelay(origin.url);
    const fork = await aFork({}, relay.url);
    await transfer(fork, 7n);
    await transfer(fork, 5n);
    relay.isBroken = () => true;
    await fork.ask('anvil_rollback');
    expect([height(fork), await received(fork)]).toEqual([first() + 1, 7n]);
    await expect(fork.ask('anvil_rollback', 2)).rejects.toThrow(
      new RegExp(`block ${first()} exists from the start and stays`),
    );
    await fork.ask('anvil_rollback', 1);
    expect([height(fork), await received(fork)]).toEqual([first(), 0n]);
    relay.isBroken = () => false;
    await transfer(fork, 9n);
    expect(await received(fork)).toBe(9n);
    expect(fork.failures).toEqual([]);
  });
});
