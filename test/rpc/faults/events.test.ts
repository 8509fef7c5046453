/** Tests the faults of subscriptions and filters, with viem, ethers and plain WebSockets. */
import { WebSocketProvider } from 'ethers';
import { createPublicClient, http, webSocket } from 'viem';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Devnet } from '../../../src/devnet/index.js';
import { ask, start } from '../../devnet/network/network_kit.js';

interface Head {
  readonly number: string;
}

/** Opens a WebSocket with a subscription. `heads` receives the numbers of the blocks, as they come. */
async function subscribe(devnet: Devnet, kind = 'newHeads') {
  const socket = new WebSocket(devnet.urls.evmWs ?? '');
  onTestFinished(() => socket.terminate());
  const [heads, closed]: [number[], number[]] = [[], []];
  socket.on('close', (code) => closed.push(code));
  const isReady = new Promise((resolve) =>
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { id?: number; params?: { result: Head } };
      if (message.params === undefined) resolve(message);
      else heads.push(Number(message.params.result.number));
    }),
  );
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: [kind] }));
  await isReady;
  return { socket, heads, closed };
}

/** Waits until a call over the same WebSocket is answered, after which no event before it is on the way. */
const settled = (socket: WebSocket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('pong', () => resolve());
    socket.ping();
  });

const mine = async (devnet: Devnet, blocks: number): Promise<void> => {
  for (let i = 0; i < blocks; i++) await devnet.mine();
};

describe('events of a subscription', () => {
  it('are lost, each third of them, and no others', async () => {
    const devnet = await start();
    const { socket, heads } = await subscribe(devnet);
    await devnet.network.addFault({ type: 'lost-event', every: 3, times: 2 });
    await mine(devnet, 9);
    await settled(socket);
    expect(heads).toEqual([2, 3, 5, 6, 8, 9, 10]);
  });

  it('come twice', async () => {
    const devnet = await start();
    const { socket, heads } = await subscribe(devnet);
    await devnet.network.addFault({ type: 'doubled-event', skip: 1, every: 2 });
    await mine(devnet, 4);
    await settled(socket);
    expect(heads).toEqual([2, 3, 4, 4, 5]);
  });

  it('come late, and others overtake them', async () => {
    const devnet = await start();
    const { heads } = await subscribe(devnet);
    await devnet.network.addFault({ type: 'late-event', ms: 60, times: 1 });
    await mine(devnet, 3);
    await vi.waitFor(() => expect(heads).toEqual([3, 4, 2]));
  });

  it('are swapped in pairs, and the last one does not wait for ever', async () => {
    const devnet = await start();
    const { heads } = await subscribe(devnet);
    await devnet.network.addFault({ type: 'reordered-events', ms: 50 });
    await mine(devnet, 5);
    await vi.waitFor(() => expect(heads).toEqual([3, 2, 5, 4, 6]));
  });

  it('end after some, while the socket goes on', async () => {
    const devnet = await start();
    const [first, second] = [await subscribe(devnet), await subscribe(devnet)];
    const id = await devnet.network.addFault({ type: 'dropped-subscription', after: 2 });
    await mine(devnet, 4);
    for (const { socket } of [first, second]) await settled(socket);
    expect([first.heads, second.heads]).toEqual([
      [2, 3],
      [2, 3],
    ]);
    await devnet.network.removeFault(id);
    await mine(devnet, 1);
    await settled(first.socket);
    expect([first.heads.at(-1), first.closed]).toEqual([6, []]);
  });

  it('close the socket, and new ones are refused for a time', async () => {
    const devnet = await start();
    const { heads, closed } = await subscribe(devnet);
    await devnet.network.addFault({ type: 'closed-socket', after: 2, refuseMs: 150 });
    await mine(devnet, 3);
    await vi.waitFor(() => expect(closed).toEqual([1001]));
    expect(heads).toEqual([2, 3]);
    const refusedWith = () =>
      new Promise((resolve) => {
        const socket = new WebSocket(devnet.urls.evmWs ?? '');
        onTestFinished(() => socket.terminate());
        socket.on('error', () => undefined);
        socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
        socket.on('open', () => resolve('open'));
      });
    expect(await refusedWith()).toBe(503);
    await vi.waitFor(async () => expect(await refusedWith()).toBe('open'));
  });

  it('of the CometBFT RPC are lost', async () => {
    const devnet = await start();
    const socket = new WebSocket(`${devnet.urls.cometRpc?.replace('http', 'ws')}/websocket`);
    onTestFinished(() => socket.terminate());
    const heights: string[] = [];
    const isReady = new Promise((resolve) =>
      socket.on('message', (data) => {
        const { result } = JSON.parse(String(data));
        if (result.data === undefined) resolve(result);
        else heights.push(result.data.value.block.header.height);
      }),
    );
    await new Promise((resolve) => socket.on('open', resolve));
    const params = { query: "tm.event='NewBlock'" };
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribe', params }));
    await isReady;
    await devnet.network.addFault({ type: 'lost-event', server: ['comet'], every: 2 });
    await mine(devnet, 5);
    await settled(socket);
    expect(heights).toEqual(['2', '4', '6']);
  });

  it('are lost to the watchers of viem and ethers', async () => {
    const devnet = await start();
    const client = createPublicClient({ transport: webSocket(devnet.urls.evmWs) });
    const provider = new WebSocketProvider(devnet.urls.evmWs ?? '');
    onTestFinished(() => provider.destroy());
    const [byViem, byEthers]: [number[], number[]] = [[], []];
    const stop = client.watchBlockNumber({ onBlockNumber: (number) => byViem.push(Number(number)) });
    await provider.on('block', (number) => byEthers.push(number));
    await client.getChainId();
    await devnet.network.addFault({ type: 'lost-event', every: 4 });
    await mine(devnet, 6);
    // Each block is two events, one for each client, so that every fourth event is one of the same client.
    await vi.waitFor(() => expect(byViem.length + byEthers.length).toBe(9));
    const lost = [2, 3, 4, 5, 6, 7].filter((number) => !byViem.includes(number) || !byEthers.includes(number));
    expect(lost).toEqual([3, 5, 7]);
    stop();
    (await client.transport.getRpcClient()).close();
  });
});

describe('filters', () => {
  it('are forgotten for good, with the error that clients know', async () => {
    const devnet = await start();
    const client = createPublicClient({ transport: http(devnet.urls.evmHttp, { retryCount: 0 }) });
    const [first, second] = [await client.createBlockFilter(), await client.createBlockFilter()];
    await devnet.mine();
    await devnet.network.addFault({ type: 'forgotten-filter', times: 1 });
    await client.getBlockNumber();
    await expect(client.getFilterChanges({ filter: first })).rejects.toThrow('filter not found');
    expect(await client.getFilterChanges({ filter: second })).toHaveLength(1);
    expect(await ask(devnet, 'halley_faults')).toHaveLength(1);
    await expect(client.getFilterChanges({ filter: first })).rejects.toThrow('filter not found');
  });
});
