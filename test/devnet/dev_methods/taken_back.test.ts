/**
 * Tests what subscribers of logs and blocks receive over real sockets when blocks are reverted, in each way there is.
 */
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';

/** Writes an empty log with LOG0 at each call. */
const LOGGER = `0x${'10'.repeat(20)}`;
const LOG = '0x5f5fa000';

interface Log {
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly removed: boolean;
}

let devnet: Devnet;
let socket: WebSocket;
let ids = 0;
const waiting = new Map<number, (message: { result?: unknown; error?: unknown }) => void>();
const received: { readonly subscription: string; readonly result: unknown }[] = [];

/** Sends over the WebSocket, so that earlier pushes have arrived before the response. */
function ask<T = unknown>(method: string, ...params: readonly unknown[]): Promise<T> {
  const id = ++ids;
  socket.send(JSON.stringify({ id, method, params }));
  return new Promise((resolve, reject) =>
    waiting.set(id, ({ result, error }) => (error === undefined ? resolve(result as T) : reject(error))),
  );
}

const [from] = ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'];
const log = (): Promise<unknown> => ask('eth_sendTransaction', { from, to: LOGGER });
const receivedLogs = (): readonly Log[] => received.splice(0).map(({ result }) => result as Log);
const removed = (logs: readonly Log[]) => logs.map((one) => ({ ...one, removed: true }));

beforeEach(async () => {
  devnet = await createDevnet({ seed: 'taken back', jsonRpc: { address: true } });
  socket = new WebSocket(devnet.urls.evmWs as string);
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.id === undefined) received.push(message.params);
    else waiting.get(message.id)?.(message);
  });
  await once(socket, 'open');
  received.length = 0;
  await ask('hardhat_setCode', LOGGER, LOG);
  await ask('hardhat_mine');
});

afterEach(async () => {
  socket.terminate();
  await devnet.close();
});

const WAYS_BACK: readonly [way: string, goBack: () => Promise<() => Promise<unknown>>][] = [
  [
    'evm_revert',
    async () => {
      const id = await ask('evm_snapshot');
      return () => ask('evm_revert', id);
    },
  ],
  ['anvil_rollback', async () => () => ask('anvil_rollback', 2)],
  ['hardhat_reset', async () => () => ask('hardhat_reset')],
];

describe('a subscription to heads receives the one that is current after a revert', () => {
  it.each(WAYS_BACK)('by %s', async (way, prepare) => {
    const subscription = await ask('eth_subscribe', 'newHeads');
    const goBack = await prepare();
    const before = await ask('eth_getBlockByNumber', 'latest', false);
    await log();
    await log();
    const heads = received.splice(0).map(({ result }) => result as { number: string; hash: string });
    expect(heads.map(({ number }) => number)).toEqual(['0x3', '0x4']);
    await goBack();
    const head = await ask<{ hash: string }>('eth_getBlockByNumber', 'latest', false);
    if (way !== 'hardhat_reset') expect(head).toEqual(before);
    expect(received.splice(0)).toEqual([{ subscription, result: await ask('eth_getHeaderByHash', head.hash) }]);
    await log();
    expect(received.splice(0).map(({ result }) => (result as { parentHash: string }).parentHash)).toEqual([head.hash]);
  });

  it('but none when no block was removed', async () => {
    await ask('eth_subscribe', 'newHeads');
    const id = await ask('evm_snapshot');
    await ask('hardhat_setBalance', LOGGER, '0x7');
    await ask('evm_revert', id);
    expect(received).toEqual([]);
  });
});

describe('a subscription to logs receives those that are reverted', () => {
  it.each(WAYS_BACK)('by %s', async (_, prepare) => {
    const subscription = await ask('eth_subscribe', 'logs', { address: LOGGER });
    const goBack = await prepare();
    await log();
    await log();
    const logs = receivedLogs();
    expect(logs.map((one) => one.removed)).toEqual([false, false]);
    await goBack();
    expect(received.map((push) => push.subscription)).toEqual([subscription, subscription]);
    expect(receivedLogs()).toEqual(removed(logs));
  });
});

it('a filter of logs reports as removed those that it had reported, and no others', async () => {
  const [polled, silent, blocks] = [
    await ask('eth_newFilter', { address: LOGGER }),
    await ask('eth_newFilter', {}),
    await ask('eth_newBlockFilter'),
  ];
  await log();
  const snapshot = await ask('evm_snapshot');
  const first = await ask<readonly Log[]>('eth_getFilterChanges', polled);
  await ask('eth_getFilterChanges', blocks);
  await log();
  const second = await ask<readonly Log[]>('eth_getFilterChanges', polled);
  await log();
  await ask('evm_revert', snapshot);
  await log();
  const [fresh] = await ask<readonly Log[]>('eth_getLogs', {});
  expect(fresh?.blockNumber).toBe(second[0]?.blockNumber);
  expect(await ask('eth_getFilterChanges', silent)).toEqual([...first, fresh]);
  // Entries that it reported before the revert and that still exist are not reported again.
  expect(await ask('eth_getFilterChanges', polled)).toEqual([...removed(second), fresh]);
  expect(await ask('eth_getFilterChanges', blocks)).toEqual([fresh?.blockHash]);
  await ask('anvil_rollback', 1);
  expect(await ask('eth_getFilterChanges', polled)).toEqual(removed([fresh as Log]));
  expect(await ask('eth_getFilterChanges', blocks)).toEqual([]);
  await ask('hardhat_reset');
  await expect(ask('eth_getFilterChanges', polled)).rejects.toMatchObject({ code: -32000 });
});

it('ten thousand logs of a block stay in order, after the response that names the subscription', async () => {
  // Runs LOG0 a hundred times in a loop: PUSH1 100; JUMPDEST PUSH0 PUSH0 LOG0 PUSH1 1 SWAP1 SUB DUP1 PUSH1 2 JUMPI.
  await ask('hardhat_setCode', LOGGER, '0x60645b5f5fa0600190038060025700');
  const subscription = await ask('eth_subscribe', 'logs', {});
  await ask('evm_setAutomine', false);
  for (let i = 0; i < 100; i++) await ask('eth_sendTransaction', { from, to: LOGGER, gas: '0x186a0' });
  await ask('hardhat_mine');
  const indexes = received.map(({ result }) => Number((result as { logIndex: string }).logIndex));
  expect(indexes).toEqual(Array.from({ length: 10_000 }, (_, i) => i));
  expect(new Set(received.map((push) => push.subscription))).toEqual(new Set([subscription]));
});
