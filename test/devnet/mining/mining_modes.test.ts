/** Tests mining modes as tools switch them, on a devnet whose timers the test fires. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CompatName, createDevnet, type Devnet, fixedClock } from '../../../src/devnet/index.js';
import { asking } from '../../support/ask.js';
import { START } from '../node_kit.js';

let devnet: Devnet;

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  await devnet.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const open = async (compat: CompatName): Promise<void> => {
  devnet = await createDevnet({ clock: fixedClock(START), compat });
};
const ask = asking(() => devnet);
const send = (gas = '0x5208'): Promise<unknown> => {
  const [from, to] = devnet.accounts.map(({ address }) => address);
  return ask('eth_sendTransaction', { from, to, value: '0x1', gas });
};
const minedIn = async (hash: unknown): Promise<unknown> =>
  ((await ask('eth_getTransactionReceipt', hash)) as { blockNumber: string } | null)?.blockNumber;
/** Resolves when the work of all ticks until now is done. */
const pass = async (ms: number): Promise<void> => {
  vi.advanceTimersByTime(ms);
  await devnet.snapshot();
};

it("transactions wait while automine is off; the first one after it puts all into a block as in Hardhat's node, switching it on as in Anvil", async () => {
  for (const compat of ['hardhat2', 'hardhat3', 'anvil'] as const) {
    await open(compat);
    expect(await ask('evm_setAutomine', false)).toBe(true);
    expect([await ask('hardhat_getAutomine'), await ask('eth_mining'), devnet.miningMode]).toEqual([
      false,
      false,
      { type: 'manual' },
    ]);
    const hashes = [await send(), await send()];
    expect(await minedIn(hashes[0])).toBeUndefined();
    expect(await ask('anvil_setAutomine', true)).toBeNull();
    expect(await ask('anvil_getAutomine')).toBe(true);
    const minedAtOnce = compat === 'anvil' ? '0x2' : undefined;
    expect([await minedIn(hashes[0]), await minedIn(hashes[1])]).toEqual([minedAtOnce, minedAtOnce]);
    const next = await send();
    expect(await Promise.all([...hashes, next].map(minedIn))).toEqual(
      compat === 'anvil' ? ['0x2', '0x2', '0x3'] : ['0x2', '0x2', '0x2'],
    );
    expect(await minedIn(await send())).toBe(compat === 'anvil' ? '0x4' : '0x3');
    if (compat !== 'anvil') await devnet.close();
  }
});

describe("for Hardhat's tools", () => {
  beforeEach(() => open('hardhat'));

  it('automine makes heights until a sent transaction is mined, when those before it fill several', async () => {
    await ask('evm_setBlockGasLimit', '0xc350');
    await ask('evm_mine');
    await ask('evm_setAutomine', false);
    const hashes = [await send('0x6d60'), await send('0x7148'), await send('0x7530')];
    await ask('evm_setAutomine', true);
    expect(await minedIn(hashes[0])).toBeUndefined();
    hashes.push(await send());
    expect(await Promise.all(hashes.map(minedIn))).toEqual(['0x3', '0x4', '0x5', '0x6']);
  });

  it('an interval is in milliseconds, and automine stays on beside it', async () => {
    expect(await ask('evm_setIntervalMining', 500)).toBe(true);
    expect(devnet.miningMode).toEqual({ type: 'mixed', ms: 500 });
    expect(await minedIn(await send())).toBe('0x2');
    await pass(500);
    await pass(500);
    expect(devnet.height).toBe(4n);
    await ask('evm_setAutomine', false);
    const hash = await send();
    expect(await minedIn(hash)).toBeUndefined();
    await pass(500);
    expect(await minedIn(hash)).toBe('0x5');
    await ask('evm_setIntervalMining', 0);
    await pass(5000);
    expect([devnet.height, devnet.miningMode]).toEqual([5n, { type: 'manual' }]);
  });

  it('automine is added to an interval, and removed from it', async () => {
    await ask('evm_setAutomine', false);
    await ask('evm_setIntervalMining', 500);
    expect(devnet.miningMode).toEqual({ type: 'interval', ms: 500 });
    await ask('evm_setAutomine', true);
    expect(devnet.miningMode).toEqual({ type: 'mixed', ms: 500 });
    await ask('evm_setAutomine', false);
    expect(devnet.miningMode).toEqual({ type: 'interval', ms: 500 });
  });

  it('a range draws between its least and its most', async () => {
    await ask('evm_setIntervalMining', [1000, 2000]);
    expect(devnet.miningMode).toEqual({ type: 'mixed', ms: 1000, maxMs: 2000 });
    await pass(999);
    expect(devnet.height).toBe(1n);
    await pass(1001);
    expect(devnet.height).toBe(2n);
  });

  it.each([
    [[2000, 1000], /"maxMs" is 1000, expected no less than "ms", which is 2000/],
    [[1000], /an interval range has 1 numbers, expected 2: the minimum and the maximum/],
    [-1, /an interval is -1, expected a whole number/],
    [2 ** 31, /"ms" of mining mode "mixed" is 2147483648/],
    ['soon', /hex string without 0x prefix/],
  ])('an interval of %j is refused, and changes nothing', async (interval, message) => {
    await expect(ask('evm_setIntervalMining', interval)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(message),
    });
    expect(devnet.miningMode).toEqual({ type: 'automine' });
  });
});

describe("for Anvil's tools", () => {
  beforeEach(() => open('anvil'));

  it('an interval is in seconds, and replaces automine', async () => {
    expect(await ask('evm_setIntervalMining', 2)).toBe(true);
    expect([await ask('anvil_getIntervalMining'), await ask('anvil_getAutomine')]).toEqual([2, false]);
    const hash = await send();
    await pass(1999);
    expect(await minedIn(hash)).toBeUndefined();
    await pass(1);
    expect(await minedIn(hash)).toBe('0x2');
    expect(await ask('anvil_setIntervalMining', 0)).toBeNull();
    expect([await ask('anvil_getIntervalMining'), devnet.miningMode]).toEqual([null, { type: 'manual' }]);
  });
});

it("automine replaces an interval for Anvil's tools", async () => {
  await open('anvil');
  await ask('evm_setIntervalMining', 2);
  await ask('evm_setAutomine', true);
  expect([devnet.miningMode, await ask('anvil_getIntervalMining')]).toEqual([{ type: 'automine' }, null]);
});

it('a revert does not change the mode, but restores it with the settings', async () => {
  await open('hardhat');
  await ask('evm_setIntervalMining', 500);
  const ids = [await ask('evm_snapshot'), await ask('evm_snapshot')];
  await ask('evm_setAutomine', false);
  await ask('evm_setIntervalMining', 0);
  expect(await ask('evm_revert', ids[1])).toBe(true);
  expect(devnet.miningMode).toEqual({ type: 'manual' });
  expect(await ask('evm_revert', ids[0], { settings: true })).toBe(true);
  expect(devnet.miningMode).toEqual({ type: 'mixed', ms: 500 });
  await pass(500);
  expect(devnet.height).toBe(2n);
  expect(await minedIn(await send())).toBe('0x3');
});
