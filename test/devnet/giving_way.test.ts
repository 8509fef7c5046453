/**
 * Tests that other clients get turns of the event loop during one client's long work, and see the chain before or after
 * it.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';

/** Fewest turns of the event loop that the work must leave to others. */
const TURNS = 20;

let devnet: Devnet;
const ask = (method: string, ...params: unknown[]): Promise<unknown> => devnet.provider.request({ method, params });

beforeEach(async () => {
  devnet = await createDevnet({
    seed: 'giving way',
    jsonRpc: { namespaces: ['eth', 'txpool'] },
    rpc: false,
    assets: false,
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await devnet.close();
});

/** Returns what others read in each turn of the event loop while the work runs. Each look at the clock takes a millisecond. */
async function besides<T>(
  work: () => Promise<T>,
  read: () => Promise<unknown>,
): Promise<{ seen: unknown[]; result: T }> {
  let ms = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => ++ms);
  const seen: unknown[] = [];
  let isDone = false;
  const result = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    seen.push(JSON.stringify(await read()));
    await new Promise((resolve) => setImmediate(resolve));
  }
  vi.restoreAllMocks();
  return { seen, result: await result };
}

/** Reads block and height in one turn, so that an unfinished revert would be seen. */
const tip = async () => {
  const block = (await ask('eth_getBlockByNumber', 'latest', false)) as { number: string; stateRoot: string };
  return [block.number, block.stateRoot, await ask('eth_blockNumber')];
};

async function send(count: number): Promise<void> {
  const [from, to] = devnet.accounts;
  for (let i = 0; i < count; i++)
    await ask('eth_sendTransaction', { from: from?.address, to: to?.address, value: '0x1', gas: '0x5208' });
}

test('others read the old chain while evm_revert reverts many blocks, and then the new one', async () => {
  const before = JSON.stringify(await tip());
  const id = await ask('evm_snapshot');
  await ask('hardhat_mine', '0xc8');
  const after = JSON.stringify(await tip());
  const { seen } = await besides(() => ask('evm_revert', id), tip);
  expect(seen.filter((one) => one === after).length).toBeGreaterThan(TURNS);
  expect(seen.filter((one) => one !== after && one !== before)).toEqual([]);
  expect(JSON.stringify(await tip())).toBe(before);
});

test('others read the old chain while anvil_rollback reverts many blocks, and then the new one', async () => {
  await ask('evm_mine');
  const before = JSON.stringify(await tip());
  await ask('hardhat_mine', '0xc8');
  const after = JSON.stringify(await tip());
  const { seen } = await besides(() => ask('anvil_rollback', 200), tip);
  expect(seen.filter((one) => one === after).length).toBeGreaterThan(TURNS);
  expect(seen.filter((one) => one !== after && one !== before)).toEqual([]);
  expect(JSON.stringify(await tip())).toBe(before);
});

test('a revert that restores many transactions shows all of them at once', async () => {
  await ask('evm_setAutomine', false);
  await send(1100);
  const id = await ask('evm_snapshot');
  await ask('anvil_dropAllTransactions');
  const counted = async () => ask('eth_getTransactionCount', devnet.accounts[0]?.address, 'pending');
  const { seen } = await besides(() => ask('evm_revert', id), counted);
  expect(seen.filter((one) => one === '"0x0"').length).toBeGreaterThan(2);
  expect(seen.filter((one) => one !== '"0x0"' && one !== '"0x44c"')).toEqual([]);
  expect(await counted()).toBe('0x44c');
}, 60_000);

test('txpool_content yields to others, and returns the transactions that were pending at the request', async () => {
  await ask('evm_setAutomine', false);
  await send(300);
  const read = () => ask('eth_blockNumber');
  const { seen, result } = await besides(() => ask('txpool_content'), read);
  expect(seen.length).toBeGreaterThan(TURNS);
  const [list = {}] = Object.values((result as { pending: Record<string, Record<string, { nonce: string }>> }).pending);
  expect(Object.values(list).map(({ nonce }) => Number(nonce))).toEqual(Array.from({ length: 300 }, (_, i) => i));
});

test('eth_simulateV1 yields to others while it makes the root of many overridden slots', async () => {
  const word = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
  const slots = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [word(i), word(i + 1)]));
  const blockStateCalls = [{ stateOverrides: { [`0x${'c0'.repeat(20)}`]: { stateDiff: slots } } }, {}];
  const { seen } = await besides(
    () => ask('eth_simulateV1', { blockStateCalls }, 'latest'),
    () => ask('eth_blockNumber'),
  );
  expect(seen.length).toBeGreaterThan(10);
});

test('others get turns while the rounds of a height that no validator can decide go on', async () => {
  await devnet.setMiningMode('manual');
  await devnet.network.addFault({ type: 'loss', percent: 100 });
  const { seen, result } = await besides(
    () => devnet.mine().catch((error: Error) => error.message),
    () => ask('eth_blockNumber'),
  );
  expect(result).toContain('no block was decided');
  expect(seen.length).toBeGreaterThan(TURNS);
  expect(new Set(seen).size).toBe(1);
});

test('a devnet closes while the rounds of a height that no validator can decide go on', async () => {
  await devnet.setMiningMode('manual');
  await devnet.network.addFault({ type: 'loss', percent: 100 });
  const result = devnet.mine().catch((error: Error) => error.message);
  await new Promise((resolve) => setImmediate(resolve));
  await devnet.close();
  expect(await result).toContain('closed');
});

test('timers and sockets are served beside a caller that awaits nothing but requests, also with fake timers', async () => {
  let isServed = false;
  setImmediate(() => {
    isServed = true;
  });
  vi.useFakeTimers();
  for (let i = 0; i < 1000; i++) await ask('eth_blockNumber');
  vi.useRealTimers();
  expect(isServed).toBe(true);
});
