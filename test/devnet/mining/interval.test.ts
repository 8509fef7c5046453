/** Tests blocks by the clock, in the mining mode `interval`. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDevnet, type Devnet, fixedClock } from '../../../src/devnet/index.js';
import { START } from '../node_kit.js';

let devnet: Devnet;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  devnet = await createDevnet({ clock: fixedClock(START), miningMode: { type: 'interval', ms: 500 } });
});

afterEach(async () => {
  await devnet.close();
  vi.useRealTimers();
});

/** Resolves when the work of all ticks until now is done. */
const settled = () => devnet.snapshot();

it('every interval has a block, also an empty one', async () => {
  for (let height = 1n; height <= 4n; height++) {
    await settled();
    expect(devnet.height).toBe(height);
    vi.advanceTimersByTime(500);
  }
});

it('a tick during the work of the last one is dropped, so that heights never pile up', async () => {
  vi.advanceTimersByTime(5000);
  await settled();
  expect(devnet.height).toBe(2n);
  vi.advanceTimersByTime(500);
  await settled();
  expect(devnet.height).toBe(3n);
});

it('transactions wait for the next tick', async () => {
  const [from, to] = devnet.accounts.map(({ address }) => address);
  const params = [{ from, to, value: '0x1', gas: '0x5208' }];
  const hash = await devnet.provider.request({ method: 'eth_sendTransaction', params });
  const receipt = () => devnet.provider.request({ method: 'eth_getTransactionReceipt', params: [hash] });
  expect(await receipt()).toBeNull();
  vi.advanceTimersByTime(500);
  await settled();
  expect(await receipt()).toMatchObject({ blockNumber: '0x2' });
});

it('no tick is left when the devnet is closed, and work in progress ends first', async () => {
  vi.advanceTimersByTime(500);
  await devnet.close();
  expect(devnet.height).toBe(2n);
  expect(vi.getTimerCount()).toBe(0);
});
