/** Tests answers of replicas that are behind: what clients of the EVM and of CometBFT see of the chain. */
import { JsonRpcProvider } from 'ethers';
import { createPublicClient, type Hash, http } from 'viem';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Devnet } from '../../../src/devnet/index.js';
import { ask, start } from '../../devnet/network/network_kit.js';
import { post } from '../../support/ask.js';

const [ALICE, NOBODY] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x00000000000000000000000000000000000000bb',
] as const;
const LOGGER = `0x${'12'.repeat(20)}` as const;

/** Opens a devnet with a log in each of the blocks 2 to 7, whose transactions are `hashes`. */
async function withLogs() {
  const devnet = await start();
  await devnet.provider.request({ method: 'hardhat_setCode', params: [LOGGER, '0x5f5fa000'] });
  const hashes: Hash[] = [];
  for (let i = 0; i < 6; i++)
    hashes.push(
      (await devnet.provider.request({
        method: 'eth_sendTransaction',
        params: [{ from: ALICE, to: LOGGER, value: '0x1', gas: '0xffff' }],
      })) as Hash,
    );
  const client = createPublicClient({ transport: http(devnet.urls.evmHttp, { retryCount: 0 }), cacheTime: 0 });
  return { devnet, hashes, client };
}

describe('a replica that is three blocks behind', () => {
  it('shows viem the chain as it was', async () => {
    const { devnet, hashes, client } = await withLogs();
    const newest = await client.getBlock();
    const filter = await client.createEventFilter({ address: LOGGER, fromBlock: 1n });
    await devnet.network.addFault({ type: 'stale-replica', lag: 3 });
    expect(await client.getBlockNumber()).toBe(4n);
    expect((await client.getBlock()).number).toBe(4n);
    await expect(client.getBlock({ blockNumber: 5n })).rejects.toThrow(/could not be found/);
    await expect(client.getBlock({ blockHash: newest.hash })).rejects.toThrow(/could not be found/);
    expect((await client.getTransactionReceipt({ hash: hashes[2] as Hash })).blockNumber).toBe(4n);
    await expect(client.getTransactionReceipt({ hash: hashes[3] as Hash })).rejects.toThrow(/could not be found/);
    await expect(client.getTransaction({ hash: hashes[5] as Hash })).rejects.toThrow(/could not be found/);
    expect(await client.getTransactionCount({ address: ALICE })).toBe(3);
    expect(await client.getTransactionCount({ address: ALICE, blockTag: 'pending' })).toBe(3);
    expect(await client.getBalance({ address: LOGGER })).toBe(3n);
    await expect(client.getBalance({ address: LOGGER, blockNumber: 6n })).rejects.toThrow(/header not found/);
    const logs = await client.getLogs({ address: LOGGER, fromBlock: 3n });
    expect(logs.map(({ blockNumber }) => blockNumber)).toEqual([3n, 4n]);
    expect(await client.getLogs({ address: LOGGER, fromBlock: 5n })).toEqual([]);
    expect(await client.getFilterLogs({ filter })).toHaveLength(3);
    expect((await client.getFeeHistory({ blockCount: 2, rewardPercentiles: [] })).oldestBlock).toBe(3n);
    const call = { to: NOBODY, data: '0x' } as const;
    expect((await client.call(call)).data).toBeUndefined();
  });

  it('gives what filters held back with a later poll, each once', async () => {
    const { devnet } = await withLogs();
    const [logs, blocks] = [
      await ask(devnet, 'eth_newFilter', { address: LOGGER }),
      await ask(devnet, 'eth_newBlockFilter'),
    ];
    const id = await devnet.network.addFault({ type: 'stale-replica', lag: 2 });
    const send = { from: ALICE, to: LOGGER, gas: '0xffff' };
    const seen: [number[], number][] = [];
    for (let i = 0; i < 4; i++) {
      await ask(devnet, 'eth_sendTransaction', send);
      const polled = await ask(devnet, 'eth_getFilterChanges', logs);
      const hashes = await ask(devnet, 'eth_getFilterChanges', blocks);
      seen.push([polled.map((log: { blockNumber: string }) => Number(log.blockNumber)), hashes.length]);
    }
    expect(seen).toEqual([
      [[], 0],
      [[], 0],
      [[8], 1],
      [[9], 1],
    ]);
    await devnet.network.removeFault(id);
  });

  it('shows ethers an old nonce, which the node then refuses', async () => {
    const { devnet } = await withLogs();
    await devnet.network.addFault({ type: 'stale-replica', lag: 4, methods: ['eth_getTransactionCount'] });
    const provider = new JsonRpcProvider(devnet.urls.evmHttp ?? '', undefined, { cacheTimeout: -1 });
    onTestFinished(() => provider.destroy());
    expect(await provider.getBlockNumber()).toBe(7);
    const nonce = await provider.getTransactionCount(ALICE);
    expect(nonce).toBe(2);
    await expect(
      ask(devnet, 'eth_sendTransaction', { from: ALICE, to: NOBODY, nonce: `0x${nonce.toString(16)}` }),
    ).rejects.toThrow(/nonce too low/);
  });
});

describe('a load balancer', () => {
  const numbers = async (devnet: Devnet, count: number): Promise<number[]> => {
    const all: number[] = [];
    for (let i = 0; i < count; i++) all.push(Number(await ask(devnet, 'eth_blockNumber')));
    return all;
  };

  it('takes its replicas in turns, so that the newest block goes back', async () => {
    const { devnet } = await withLogs();
    await devnet.network.addFault({ type: 'replicas', lags: [0, 2, 5] });
    expect(await numbers(devnet, 7)).toEqual([7, 5, 2, 7, 5, 2, 7]);
  });

  it('draws them from the seed', async () => {
    const { devnet } = await withLogs();
    await devnet.network.addFault({ type: 'replicas', lags: [0, 2, 5], order: 'random' });
    const [first, second] = [await numbers(devnet, 12), await withLogs()];
    expect(new Set(first)).toEqual(new Set([7, 5, 2]));
    await second.devnet.network.addFault({ type: 'replicas', lags: [0, 2, 5], order: 'random' });
    expect(await numbers(second.devnet, 12)).toEqual(first);
  });

  it('lets a receipt that was there be gone in the next answer', async () => {
    const { devnet, hashes } = await withLogs();
    await devnet.network.addFault({ type: 'replicas', lags: [0, 1], methods: ['eth_getTransactionReceipt'] });
    const receipts = [];
    for (let i = 0; i < 4; i++) receipts.push(await ask(devnet, 'eth_getTransactionReceipt', hashes[5]));
    expect(receipts.map((receipt) => receipt?.blockNumber)).toEqual(['0x7', undefined, '0x7', undefined]);
  });

  it('keeps a replica for each connection', async () => {
    const { devnet } = await withLogs();
    await devnet.network.addFault({ type: 'replicas', lags: [0, 3], per: 'connection' });
    const seen = [];
    for (let i = 0; i < 2; i++) {
      const socket = new WebSocket(devnet.urls.evmWs ?? '');
      onTestFinished(() => socket.terminate());
      await new Promise((resolve) => socket.on('open', resolve));
      for (let call = 0; call < 2; call++) {
        const answered = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: call, method: 'eth_blockNumber', params: [] }));
        seen.push(Number(JSON.parse(await answered).result));
      }
    }
    expect(seen).toEqual([7, 7, 4, 4]);
  });
});

describe('the CometBFT RPC of a replica that is two blocks behind', () => {
  it('shows the chain as it was, by JSON-RPC and URIs', async () => {
    const { devnet } = await withLogs();
    const url = devnet.urls.cometRpc as string;
    const rpc = async (method: string, params: object = {}) => post(url, method, params);
    const uri = async (path: string) => (await fetch(`${url}/${path}`)).json() as Promise<Json>;
    const [block5, tx7] = [await rpc('block', { height: '5' }), await rpc('block', { height: '7' })];
    const commit7 = (await rpc('tx_search', { query: 'tx.height=7' })).result.txs[0].hash;
    await devnet.network.addFault({ type: 'stale-replica', lag: 2, server: ['comet'] });
    const { sync_info: sync } = (await rpc('status')).result;
    expect(sync).toMatchObject({
      latest_block_height: '5',
      latest_block_hash: block5.result.block_id.hash,
      latest_block_time: block5.result.block.header.time,
      latest_app_hash: block5.result.block.header.app_hash,
    });
    expect((await uri('status')).result.sync_info).toEqual(sync);
    expect((await rpc('block')).result).toEqual(block5.result);
    expect((await uri('block')).result.block.header.height).toBe('5');
    expect((await uri('commit?height=4')).result.signed_header.header.height).toBe('4');
    expect((await uri('validators')).result.block_height).toBe('5');
    const beyond = 'height 6 must be less than or equal to the current blockchain height 5';
    expect((await rpc('block_results', { height: '6' })).error).toMatchObject({ code: -32603, data: beyond });
    expect((await uri('block?height=6')).error.data).toBe(beyond);
    expect((await rpc('blockchain', {})).result).toMatchObject({ last_height: '5', block_metas: { length: 5 } });
    expect((await uri(`tx?hash=0x${commit7}`)).error.data).toBe(`tx (${commit7}) not found`);
    const { txs, total_count: total } = (await rpc('tx_search', { query: 'tx.height>=4' })).result;
    expect([txs.map(({ height }: { height: string }) => height), total]).toEqual([['4', '5'], '2']);
    const hash = tx7.result.block_id.hash;
    expect((await uri(`block_by_hash?hash=0x${hash}`)).result.block).toBeNull();
    const { response } = (await rpc('abci_info')).result;
    const { header } = (await post(url, 'block', { height: '5' })).result.block;
    expect(response.last_block_height).toBe('5');
    expect(Buffer.from(response.last_block_app_hash, 'base64').toString('hex')).not.toBe(header.app_hash.toLowerCase());
  });
});

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Json = any;
