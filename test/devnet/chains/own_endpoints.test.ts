/** Tests that every chain of a devnet can be mined, stepped, timed, read and reverted through its own sockets. */
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createDevnet, type DevnetChain, type DevnetOptions } from '../../../src/devnet/index.js';
import { evmCall } from '../../cli/run.js';

const START = 1_735_689_600n;

async function start(options: DevnetOptions = {}) {
  const devnet = await createDevnet({
    seed: '7',
    timestamp: START,
    chains: [{ id: 'hub-1' }],
    listenOnAllChains: true,
    jsonRpc: true,
    rpc: true,
    ...options,
  });
  onTestFinished(() => devnet.close());
  const [own, hub] = [...devnet.chains] as [DevnetChain, DevnetChain];
  return { devnet, own, hub };
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
const ask = (chain: DevnetChain, method: string, ...params: unknown[]): Promise<any> =>
  evmCall(chain.urls.evmHttp ?? null, method, params);
const newest = async (chain: DevnetChain) => ask(chain, 'eth_getBlockByNumber', 'latest', false);
const timeOf = async (chain: DevnetChain): Promise<bigint> => BigInt((await newest(chain)).timestamp);

async function consensus(chain: DevnetChain, path: string) {
  // biome-ignore lint/suspicious/noExplicitAny: answers are read field by field
  return ((await (await fetch(`${chain.urls.cometRpc}/${path}`)).json()) as any).result;
}

it('mines with every method, and shows the same block on both of its endpoints', async () => {
  const { own, hub } = await start();
  const [before, height] = [own.height, hub.height];
  await ask(hub, 'evm_mine');
  await ask(hub, 'hardhat_mine', '0x3', '0xa');
  await ask(hub, 'anvil_mine', 2);
  expect(await ask(hub, 'anvil_mine_detailed')).toMatchObject([{ number: `0x${(height + 7n).toString(16)}` }]);
  expect([own.height, hub.height]).toEqual([before, height + 7n]);
  const block = await newest(hub);
  expect(BigInt(block.number)).toBe(height + 7n);
  const { block_id, block: shown } = await consensus(hub, 'block');
  expect([`0x${block_id.hash.toLowerCase()}`, shown.header.chain_id]).toEqual([block.hash, 'hub-1']);
  expect((await consensus(hub, 'status')).sync_info.latest_block_height).toBe(`${height + 7n}`);
});

it('sets the clock of all chains', async () => {
  const { own, hub } = await start();
  const from = await timeOf(hub);
  await ask(hub, 'evm_increaseTime', 1000);
  await ask(hub, 'evm_mine');
  expect(await timeOf(hub)).toBeGreaterThanOrEqual(from + 1000n);
  await ask(hub, 'evm_setNextBlockTimestamp', Number(from + 5000n));
  await ask(hub, 'evm_mine');
  expect(await timeOf(hub)).toBe(from + 5000n);
  await ask(hub, 'evm_mine', Number(from + 6000n));
  expect(await timeOf(hub)).toBe(from + 6000n);
  await ask(hub, 'anvil_setBlockTimestampInterval', 7);
  for (const _ of [1, 2]) await ask(hub, 'evm_mine');
  expect(await timeOf(hub)).toBe(from + 6014n);
  await ask(own, 'evm_mine');
  expect(await timeOf(own)).toBeGreaterThanOrEqual(from + 6014n);
});

it('waits in the mining mode manual, mines by itself in others, and reports its own mode alone', async () => {
  const { own, hub } = await start();
  const [from, to] = await ask(hub, 'eth_accounts');
  await ask(hub, 'evm_setAutomine', false);
  expect([await ask(hub, 'hardhat_getAutomine'), await ask(own, 'hardhat_getAutomine')]).toEqual([false, true]);
  const hash = await ask(hub, 'eth_sendTransaction', { from, to, value: '0x1' });
  expect(await ask(hub, 'eth_getTransactionReceipt', hash)).toBeNull();
  expect((await ask(hub, 'eth_getBlockByNumber', 'pending', false)).transactions).toEqual([hash]);
  await ask(hub, 'evm_mine');
  expect(await ask(hub, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
});

it('steps by events, steps, rounds and heights', async () => {
  const { own, hub } = await start({ chains: [{ id: 'hub-1', validators: 4 }] });
  const [before, height] = [own.height, hub.height];
  await ask(hub, 'halley_setMiningMode', 'step');
  expect(await ask(hub, 'halley_step', 'event', 3)).toMatchObject({ count: '0x3' });
  const { step } = await ask(hub, 'halley_step', 'step');
  expect((await consensus(hub, 'dump_consensus_state')).round_state.height).toBe(`${height + 1n}`);
  expect(step).not.toBe('NewHeight');
  expect(hub.height).toBe(height);
  await ask(hub, 'halley_step', 'height');
  expect(hub.height).toBe(height + 1n);
  await ask(hub, 'halley_step', 'round');
  await ask(hub, 'halley_step', 'height', 2);
  expect([own.height, hub.height >= height + 3n]).toEqual([before, true]);
  await ask(hub, 'evm_mine');
  expect(await ask(own, 'evm_mine')).toBe('0x0');
});

it('takes snapshots of all chains, lists them with its own blocks, and reverts all chains', async () => {
  const { own, hub } = await start();
  const [from, to] = await ask(hub, 'eth_accounts');
  await ask(hub, 'evm_mine');
  const taken = await newest(hub);
  const [heights, balance] = [[own.height, hub.height], await ask(hub, 'eth_getBalance', to, 'latest')];
  const id = await ask(hub, 'evm_snapshot');
  expect((await ask(hub, 'anvil_metadata')).snapshots).toEqual({ [id]: [Number(taken.number), taken.hash] });
  const ownHead = await newest(own);
  expect((await ask(own, 'anvil_metadata')).snapshots).toEqual({ [id]: [Number(ownHead.number), ownHead.hash] });
  await ask(hub, 'eth_sendTransaction', { from, to, value: '0x7' });
  await ask(own, 'evm_mine');
  await ask(hub, 'hardhat_setBalance', to, '0x1');
  expect(await ask(hub, 'evm_revert', id)).toBe(true);
  expect([own.height, hub.height]).toEqual(heights);
  expect(await newest(hub)).toEqual(taken);
  expect(await ask(hub, 'eth_getBalance', to, 'latest')).toBe(balance);
  expect(await ask(own, 'evm_revert', id)).toBe(false);
  const again = await ask(own, 'evm_snapshot');
  await ask(hub, 'evm_mine');
  expect(await ask(own, 'evm_revert', again)).toBe(true);
  expect(hub.height).toBe(heights[1]);
});

it('changes by dev methods, and reports its blocks to filters and subscribers', async () => {
  const { own, hub } = await start();
  const stranger = '0x00000000000000000000000000000000000000b1';
  await ask(hub, 'hardhat_setBalance', stranger, '0x8ac7230489e80000');
  expect(BigInt(await ask(own, 'eth_getBalance', stranger, 'latest'))).toBe(0n);
  const filter = await ask(hub, 'eth_newBlockFilter');
  const socket = new WebSocket(hub.urls.evmWs ?? '');
  onTestFinished(() => socket.terminate());
  // biome-ignore lint/suspicious/noExplicitAny: messages are read field by field
  const messages: any[] = [];
  const received = new Promise<void>((resolve) =>
    socket.on('message', (data) => {
      messages.push(JSON.parse(String(data)));
      if (messages.length === 1) resolve();
    }),
  );
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }));
  await received;
  const head = new Promise<void>((resolve) => socket.on('message', () => resolve()));
  await ask(hub, 'hardhat_impersonateAccount', stranger);
  const hash = await ask(hub, 'eth_sendTransaction', { from: stranger, to: stranger, value: '0x1' });
  await head;
  const receipt = await ask(hub, 'eth_getTransactionReceipt', hash);
  expect(receipt).toMatchObject({ from: stranger, status: '0x1' });
  expect(messages[1].params.result.hash).toBe(receipt.blockHash);
  expect(await ask(hub, 'eth_getFilterChanges', filter)).toEqual([receipt.blockHash]);
  await ask(hub, 'halley_setValidatorPower', 0, 25);
  await ask(hub, 'evm_mine');
  await ask(hub, 'evm_mine');
  expect((await consensus(hub, 'validators')).validators[0].voting_power).toBe('25');
  expect((await consensus(own, 'validators')).validators[0].voting_power).toBe('10');
});

it('refuses to revert its blocks alone, and gives the reason', async () => {
  const { own, hub } = await start();
  for (const chain of [own, hub]) {
    const message = (method: string) => chain.provider.request({ method, params: [] }).catch(({ message }) => message);
    expect(await message('anvil_rollback')).toContain('other chains of this devnet know of these blocks');
    expect(await message('hardhat_reset')).toContain('other chains of this devnet know of these blocks');
  }
});
