/** Tests a devnet in real time, with timers that the test moves. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';

let devnet: Devnet;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  devnet = await createDevnet({ seed: 'realtime', miningMode: 'realtime' });
});

afterEach(async () => {
  await devnet.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const pass = async (ms: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
  // Resolves when the work of the timers is done.
  await devnet.snapshot();
};

it('makes blocks as often as a real network with these timeouts, empty or not', async () => {
  expect(devnet.height).toBe(1n);
  await pass(900);
  expect(devnet.height).toBe(1n);
  await pass(200);
  expect(devnet.height).toBe(2n);
  await pass(10_060);
  expect(devnet.height).toBe(12n);
});

it('responds to a send at once, and has the transaction in the next block', async () => {
  const [from, to] = devnet.accounts.map(({ address }) => address);
  const params = [{ from, to, value: '0x1', gas: '0x5208' }];
  const hash = await devnet.provider.request({ method: 'eth_sendTransaction', params });
  const receipt = () => devnet.provider.request({ method: 'eth_getTransactionReceipt', params: [hash] });
  expect(await receipt()).toBeNull();
  await pass(1100);
  expect(await receipt()).toMatchObject({ blockNumber: '0x2' });
});

it('runs faster by its factor, and stops when another mode is set', async () => {
  await devnet.provider.request({ method: 'halley_setMiningMode', params: ['realtime', { factor: 10 }] });
  expect(devnet.miningMode).toEqual({ type: 'realtime', factor: 10 });
  await pass(1060);
  expect(devnet.height).toBe(11n);
  await devnet.setMiningMode('step');
  await pass(5000);
  expect(devnet.height).toBe(11n);
  expect(await devnet.step('height')).toMatchObject({ height: 13n, count: 1 });
  await devnet.setMiningMode({ type: 'automine' });
  await pass(5000);
  expect(devnet.height).toBe(12n);
});

it('makes the same bytes as a stepped run with the same seed', async () => {
  await pass(3300);
  expect(devnet.height).toBe(4n);
  const stepped = await createDevnet({ seed: 'realtime', miningMode: 'step' });
  await stepped.step('height', 3);
  const block = (of: Devnet) => of.provider.request({ method: 'eth_getBlockByNumber', params: ['0x4', true] });
  expect(await block(stepped)).toEqual(await block(devnet));
  await stepped.close();
});

it('makes blocks at the same rate after a jump of the clock', async () => {
  await pass(500);
  await devnet.provider.request({ method: 'evm_increaseTime', params: [86_400] });
  await pass(600);
  expect(devnet.height).toBe(2n);
  const block = (await devnet.provider.request({ method: 'eth_getBlockByNumber', params: ['0x2', false] })) as {
    readonly timestamp: string;
  };
  expect(BigInt(block.timestamp) - devnet.genesisTime / 10n ** 9n).toBe(86_400n);
  await pass(400);
  expect(devnet.height).toBe(2n);
  await pass(700);
  expect(devnet.height).toBe(3n);
});
