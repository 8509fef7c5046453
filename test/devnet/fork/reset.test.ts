/** Tests resets that put a devnet on another fork, or on none, while its servers and its API stay. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BaseError, createTestClient, custom, encodeFunctionData, type Hex, http } from 'viem';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RemoteNode } from '../../../src/client/remote_node.js';
import type { DevnetOptions } from '../../../src/devnet/index.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import { dev } from '../../app/support/wallet.js';
import { FeedClient } from '../../rpc/dashboard/feed_client.js';
import { deployToken, type Opened, open, openFork, TOKEN_ABI } from './forked_devnet.js';
import { type Served, serve } from './origin.js';
import { type RelayServer, startRelay } from './relay.js';
import { connect } from './socket.js';

const MINUTES = 300_000;
const NOBODY = '0x00000000000000000000000000000000000000aa';
const SERVED: DevnetOptions = { seed: 'fork', jsonRpc: { address: '127.0.0.1:0', namespaces: ['all'] } };

let one: Served;
let other: Served;
let token: Hex;
beforeAll(async () => {
  one = await serve({ seed: 'one' });
  token = await deployToken(one);
  await one.devnet.mine({ blocks: 3 });
  await one.ask('anvil_setBalance', NOBODY, '0x11');
  await one.devnet.mine();
  other = await serve({ genesis: { ...(await import('../../../genesis/dev.json')).default, chain_id: 'x_55-1' } });
  await other.ask('anvil_setBalance', NOBODY, '0x22');
  await other.devnet.mine({ blocks: 9 });
  return async () => {
    await one.devnet.close();
    await other.devnet.close();
  };
}, MINUTES);

const forkingAt = (url: string, blockNumber?: number) => ({
  forking: { jsonRpcUrl: url, ...(blockNumber !== undefined && { blockNumber }) },
});
const balance = ({ ask }: Opened): Promise<Hex> => ask('eth_getBalance', NOBODY, 'latest');
const facts = async ({ ask, devnet }: Opened) => ({
  number: Number(await ask('eth_blockNumber')),
  chain: Number(await ask('eth_chainId')),
  balance: Number(await ask('eth_getBalance', NOBODY, 'latest')),
  fork: devnet.fork?.blockNumber,
});
const newest = (of: Served) => Number(of.devnet.height);

describe('a reset', { timeout: MINUTES }, () => {
  it('puts a fork on another block, on another chain, on its newest block, and on none', async () => {
    const fork = await openFork(one.url, SERVED, { blockNumber: 2n });
    expect(await facts(fork)).toEqual({ number: 3, chain: 31337, balance: 0, fork: 2n });
    await fork.ask('anvil_reset', forkingAt(one.url, 5));
    expect(await facts(fork)).toEqual({ number: 6, chain: 31337, balance: 0x11, fork: 5n });
    await fork.ask('hardhat_reset', forkingAt(other.url));
    expect(await facts(fork)).toEqual({
      number: newest(other) + 1,
      chain: 55,
      balance: 0x22,
      fork: other.devnet.height,
    });
    await other.devnet.mine();
    await fork.ask('anvil_reset', {});
    expect(await facts(fork)).toEqual({
      number: newest(other) + 1,
      chain: 55,
      balance: 0x22,
      fork: other.devnet.height,
    });
    await fork.ask('anvil_reset', { forking: { blockNumber: 3 } });
    expect(await facts(fork)).toMatchObject({ number: 4, fork: 3n });
    await fork.ask('hardhat_reset');
    expect(await facts(fork)).toEqual({ number: 1, chain: 31337, balance: 0, fork: undefined });
    await fork.ask('hardhat_reset', forkingAt(one.url, 5));
    expect(await facts(fork)).toEqual({ number: 6, chain: 31337, balance: 0x11, fork: 5n });
    expect(await fork.ask('eth_getCode', token, 'latest')).not.toBe('0x');
    expect(await fork.ask('eth_getBlockByNumber', '0x5', false)).toEqual(
      await one.ask('eth_getBlockByNumber', '0x5', false),
    );
    expect(fork.failures).toEqual([]);
  });

  it('gives the chain that a fresh start gives', async () => {
    const summary = async ({ ask, devnet, test }: Opened) => {
      await test.send(1, { to: NOBODY, value: 3n });
      return [
        ...(await Promise.all(['0x5', '0x6', '0x7'].map((number) => ask('eth_getBlockByNumber', number, true)))),
        [devnet.chainId, devnet.genesisTime, devnet.fork, devnet.accounts, devnet.cosmosAccounts, devnet.time.now],
        await ask('anvil_nodeInfo'),
        await ask('eth_getProof', dev(0).address, [], '0x5'),
      ];
    };
    const fresh = await openFork(one.url, SERVED, { blockNumber: 5n });
    const wanted = await summary(fresh);
    const fork = await openFork(other.url, SERVED);
    await fork.test.send(2, { to: NOBODY, value: 1n, chainId: 55 });
    await fork.ask('hardhat_reset', forkingAt(one.url, 5));
    expect(await summary(fork)).toEqual(wanted);
    const own = await open(SERVED);
    await fork.ask('hardhat_reset');
    expect([await fork.ask('eth_getBlockByNumber', 'latest', true), fork.devnet.genesisTime]).toEqual([
      await own.ask('eth_getBlockByNumber', 'latest', true),
      own.devnet.genesisTime,
    ]);
  });

  it('puts a chain that is no fork on a fork, and keeps a cache only as the options say', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'halley-cache-'));
    onTestFinished(() => rm(cache, { recursive: true, force: true }));
    const before = process.env['XDG_CACHE_HOME'];
    process.env['XDG_CACHE_HOME'] = cache;
    onTestFinished(() => {
      if (before === undefined) delete process.env['XDG_CACHE_HOME'];
      else process.env['XDG_CACHE_HOME'] = before;
    });
    const chain = await open(SERVED);
    await chain.ask('hardhat_reset', forkingAt(one.url));
    expect(await facts(chain)).toMatchObject({ number: newest(one) + 1, balance: 0x11, fork: one.devnet.height });
    await chain.ask('anvil_reset', null);
    expect(await facts(chain)).toMatchObject({ number: 1, balance: 0, fork: undefined });
    await expect(chain.ask('anvil_reset', { forking: { blockNumber: 3 } })).rejects.toThrow(/not a fork/);
  });

  it('is an empty object that ends the fork for Hardhat, and renews it for Anvil', async () => {
    const hardhat = await openFork(one.url, { ...SERVED, compat: 'hardhat' }, { blockNumber: 2n });
    await hardhat.ask('hardhat_reset', {});
    expect(await facts(hardhat)).toMatchObject({ number: 1, fork: undefined });
    const anvil = await openFork(one.url, { ...SERVED, compat: 'anvil' }, { blockNumber: 2n });
    await anvil.ask('hardhat_reset', { forking: {} });
    expect(await facts(anvil)).toMatchObject({ fork: one.devnet.height });
  });

  it('is an empty object that renews a fork which an unfinished reset was about to end', async () => {
    const chain = await open({ ...SERVED, compat: 'anvil' });
    await chain.ask('anvil_reset', forkingAt(one.url, 2));
    await Promise.all([chain.ask('anvil_reset'), chain.ask('anvil_reset', {})]);
    expect(await facts(chain)).toMatchObject({ number: newest(one) + 1, fork: one.devnet.height });
  });

  it('sends the headers that it names, and repeats none of them', async () => {
    const relay = await startRelay(one.url);
    const fork = await openFork(relay.url, SERVED, { blockNumber: 2n, headers: { 'x-key': 'first' } });
    const reset = (blockNumber: number, httpHeaders?: unknown) =>
      fork.ask('hardhat_reset', { forking: { jsonRpcUrl: relay.url, blockNumber, httpHeaders } });
    const keysOf = async (blockNumber: number, key?: string) => {
      relay.headers.length = 0;
      await reset(blockNumber, key && { 'x-key': key });
      return [...new Set(relay.headers.map((headers) => headers['x-key']))];
    };
    expect(await keysOf(3)).toEqual(['first']);
    expect(await keysOf(4, 'second')).toEqual(['second']);
    expect(await keysOf(4, 'third')).toEqual(['third']);
    expect(await keysOf(4, 'third')).toEqual([]);
    for (const httpHeaders of ['secret', ['secret'], { 'x-key': 5 }, { 'bad name': 'secret' }, { a: 'secret\n' }]) {
      const failed = reset(3, httpHeaders);
      await expect(failed).rejects.toMatchObject({ code: -32602, message: expect.stringMatching(/headers/i) });
      await expect(failed).rejects.not.toThrow(/secret/);
    }
    expect(await facts(fork)).toMatchObject({ number: 5, fork: 4n });
  });

  it('works with the clients of viem, in this process and over HTTP', async () => {
    const fork = await openFork(one.url, SERVED, { blockNumber: 2n });
    for (const [mode, transport] of [
      ['anvil', http(fork.devnet.urls.evmHttp)],
      ['hardhat', custom(fork.devnet.provider)],
    ] as const) {
      const client = createTestClient({ mode, transport });
      await client.reset({ jsonRpcUrl: other.url, blockNumber: 4n });
      expect(await facts(fork)).toMatchObject({ number: 5, chain: 55 });
      await client.reset({ blockNumber: 6n });
      expect(await facts(fork)).toMatchObject({ number: 7, chain: 55 });
    }
  });
});

describe('after a reset to another fork', { timeout: MINUTES }, () => {
  it('mempool, filters, snapshots, time, mining mode and impersonation are those of a new chain', async () => {
    const fork = await openFork(one.url, { ...SERVED, miningMode: 'manual' }, { blockNumber: 5n });
    const { hash } = await fork.test.send(1, { to: NOBODY, value: 1n });
    const filter = await fork.ask('eth_newBlockFilter');
    const snapshots = [await fork.ask('evm_snapshot'), await fork.ask('evm_snapshot')];
    await fork.ask('hardhat_impersonateAccount', NOBODY);
    await fork.ask('evm_setAutomine', true);
    await fork.ask('anvil_setBlockTimestampInterval', 1000);
    const { instanceId } = await fork.ask('hardhat_metadata');
    await fork.ask('anvil_reset', forkingAt(one.url, 4));
    expect(await fork.ask('eth_getTransactionByHash', hash)).toBeNull();
    await expect(fork.ask('eth_getFilterChanges', filter)).rejects.toThrow(/filter not found/);
    expect(await fork.ask('evm_revert', snapshots[1])).toBe(false);
    expect(BigInt(await fork.ask('evm_snapshot'))).toBe(3n);
    expect(fork.devnet.miningMode).toEqual({ type: 'manual' });
    expect(await fork.ask('anvil_getIntervalMining')).toBeNull();
    await expect(fork.ask('eth_sendTransaction', { from: NOBODY, to: NOBODY })).rejects.toThrow(/unknown account/);
    expect((await fork.ask('hardhat_metadata')).instanceId).not.toBe(instanceId);
    const time = async (number: string) => Number((await fork.ask('eth_getBlockByNumber', number, false)).timestamp);
    await fork.devnet.mine();
    expect((await time('latest')) - (await time('0x4'))).toBeLessThan(1000);
  });

  it('the API of the devnet is about the new chain', async () => {
    const fork = await openFork(one.url, { ...SERVED, validators: 4 }, { blockNumber: 2n });
    const { devnet } = fork;
    const [own] = [...devnet.chains];
    const { network, time, chains } = devnet;
    await fork.ask('anvil_reset', forkingAt(other.url, 7));
    expect([devnet.chainId, devnet.evmChainId, devnet.height, own?.chainId, own?.height, chains.ids]).toEqual([
      ...['halley_55-1', 55n, 8n, 'halley_55-1', 8n],
      ['halley_55-1'],
    ]);
    expect(devnet.fork).toMatchObject({ url: other.devnet.urls.evmHttp?.replace(/\/$/, ''), chainId: 55n });
    await time.increase(500);
    expect(await devnet.mine({ blocks: 2 })).toBe(10n);
    expect(network.nodes.map(({ height }) => height)).toEqual([11n, 11n, 11n, 11n]);
    await network.crashValidator(2);
    expect(network.nodes.map(({ up }) => up)).toEqual([true, true, false, true]);
    const id = await devnet.snapshot();
    await devnet.setMiningMode('manual');
    await fork.ask('anvil_setBalance', NOBODY, '0x1');
    expect(await devnet.revert(id)).toBe(true);
    expect([devnet.miningMode.type, Number(await balance(fork))]).toEqual(['manual', 0x22]);
    await devnet.addValidator({});
    expect(devnet.validators).toHaveLength(5);
    await expect(devnet.openChannel({ a: { chain: 'a' }, b: { chain: 'b' } })).rejects.toThrow(/one chain alone/);
    expect(devnet.accounts[0]?.balance).toBe(10_000n * 10n ** 18n);
    expect(fork.failures).toEqual([]);
  });

  it('subscriptions go on: logs of the old chain are removed, and blocks are those of the new one', async () => {
    const fork = await openFork(one.url, SERVED, { blockNumber: 5n });
    const socket = await connect(fork.devnet.urls.evmWs as string);
    const heads = await socket.ask('eth_subscribe', 'newHeads');
    const logs = await socket.ask('eth_subscribe', 'logs', { address: token });
    const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'transfer', args: [NOBODY, 5n] });
    await fork.test.send(1, { to: token, data });
    const seen = await socket.pushes(2);
    expect(seen.map(({ subscription }) => subscription).sort()).toEqual([heads, logs].sort());
    await socket.ask('anvil_reset', forkingAt(one.url, 4));
    const [removed, first] = await socket.pushes(2);
    expect(removed).toMatchObject({ subscription: logs, result: { removed: true, address: token } });
    expect(first).toMatchObject({ subscription: heads, result: { number: '0x5' } });
    await fork.test.send(1, { to: token, data });
    const news = await socket.pushes(2);
    expect(news.find(({ subscription }) => subscription === heads)?.result).toMatchObject({ number: '0x6' });
    expect(news.find(({ subscription }) => subscription === logs)?.result).toMatchObject({ blockNumber: '0x6' });
    expect(news.find(({ subscription }) => subscription === logs)?.result).not.toMatchObject({ removed: true });
    socket.close();
  });

  it('the CometBFT RPC and the asset API answer for the new chain on the same ports', async () => {
    const served = { ...SERVED, rpc: { address: '127.0.0.1:0' }, assets: { address: '127.0.0.1:0' } };
    const fork = await openFork(one.url, served, { blockNumber: 5n });
    const { cometRpc, assets } = fork.devnet.urls;
    // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
    const get = async (path: string): Promise<any> => (await fetch(`${cometRpc}${path}`)).json();
    const chains = async () =>
      ((await (await fetch(`${assets}/v2/info/chains`)).json()) as { chains: { chain_id: string }[] }).chains.map(
        (chain) => chain.chain_id,
      );
    const socket = await connect(`${cometRpc?.replace('http', 'ws')}/websocket`);
    await socket.ask('subscribe', "tm.event='NewBlock'");
    const genesis = await get('/genesis_chunked');
    expect([(await get('/status')).result.node_info.network, await chains()]).toEqual([
      'halley_31337-1',
      ['halley_31337-1'],
    ]);
    await fork.ask('anvil_reset', forkingAt(other.url, 7));
    const { node_info, sync_info } = (await get('/status')).result;
    expect([node_info.network, sync_info.latest_block_height, await chains()]).toEqual([
      ...['halley_55-1', '8'],
      ['halley_55-1'],
    ]);
    expect(await get('/genesis_chunked')).not.toEqual(genesis);
    expect((await get('/block?height=6')).error).toBeDefined();
    const metrics = async () => (await fetch(`${cometRpc}/metrics`)).text();
    expect(await metrics()).toContain('cometbft_consensus_chain_size_bytes{chain_id="halley_55-1"} 0\n');
    await fork.devnet.mine();
    expect(await metrics()).not.toContain('cometbft_consensus_chain_size_bytes{chain_id="halley_55-1"} 0\n');
    for (const height of ['8', '9'])
      expect(await socket.event()).toMatchObject({ data: { value: { block: { header: { height } } } } });
    socket.close();
  });

  it('the dashboard shows the new chain, and a trace begins anew', async () => {
    const fork = await openFork(one.url, { ...SERVED, dashboard: { address: '127.0.0.1:0' } }, { blockNumber: 5n });
    const page = await FeedClient.open(fork.devnet.urls.dashboard as string);
    page.send({ chain: fork.devnet.chainId, rounds: true });
    await page.until('head', ({ head }) => head.height === 6);
    await page.until('rounds');
    const socket = await connect(fork.devnet.urls.evmWs as string);
    await socket.ask('eth_subscribe', 'halley_trace');
    const begins = (await socket.pushes(3)).map(({ result }) => [result.type, result.chain]);
    expect(begins).toEqual([
      ['header', undefined],
      ['chain', 'halley_31337-1'],
      ['position', 'halley_31337-1'],
    ]);
    await fork.ask('anvil_reset', forkingAt(other.url, 7));
    expect((await page.until('reverted')).height).toBe(5);
    await page.until('head', ({ head }) => head.height === 8);
    await page.until('rounds', ({ message }) => message.type === 'picture' && message.picture.height === 9);
    expect((await socket.pushes(3)).map(({ result }) => [result.type, result.chain])).toEqual([
      ['header', undefined],
      ['chain', 'halley_55-1'],
      ['position', 'halley_55-1'],
    ]);
    await fork.devnet.mine();
    expect((await socket.pushes(1))[0]?.result.chain).toBe('halley_55-1');
    socket.close();
  });

  it('the faults of the options are those of the new chain, and none that were added later', async () => {
    const options: DevnetOptions = { ...SERVED, validators: 4, faults: ['equivocate:node=3', 'loss:percent=7'] };
    const fork = await openFork(one.url, options, { blockNumber: 5n });
    const { network } = fork.devnet;
    const faults = () => network.faults.map(({ fault }) => fault);
    const given = faults();
    expect(given).toEqual([
      { type: 'equivocate', node: 3 },
      { type: 'loss', percent: 7 },
    ]);
    await network.addFault({ type: 'delay', ms: 11 });
    for (const target of [forkingAt(other.url, 7), undefined]) {
      await fork.ask('hardhat_reset', target);
      expect(faults()).toEqual(given);
    }
  });

  it('closing closes the store and the fork of each chain once', async () => {
    const stores = vi.spyOn(MemoryStore.prototype, 'close');
    const nodes = vi.spyOn(RemoteNode.prototype, 'close');
    onTestFinished(() => void vi.restoreAllMocks());
    const fork = await openFork(one.url, SERVED, { blockNumber: 5n });
    await fork.ask('hardhat_reset', forkingAt(other.url, 7));
    expect([stores.mock.contexts.length, nodes.mock.contexts.length]).toEqual([1, 1]);
    await fork.devnet.close();
    expect([new Set(stores.mock.contexts).size, new Set(nodes.mock.contexts).size]).toEqual([2, 2]);
    expect([stores.mock.contexts.length, nodes.mock.contexts.length]).toEqual([2, 2]);
  });

  it('the log and the state file are about the new chain', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'halley-dump-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const dumpState = join(folder, 'state.json');
    const entries: { readonly type: string; readonly number?: number; readonly height?: number }[] = [];
    const log = (entry: { readonly type: string }) => void entries.push(entry);
    const fork = await openFork(one.url, { ...SERVED, dumpState, log }, { blockNumber: 2n });
    await fork.devnet.mine();
    await fork.ask('anvil_reset', forkingAt(other.url, 7));
    await fork.devnet.mine();
    const blocks = entries.filter(({ type }) => type === 'block');
    expect(blocks.map((entry) => entry.number ?? entry.height)).toEqual([4, 9]);
    await fork.devnet.close();
    expect(JSON.parse(await readFile(dumpState, 'utf8')).block).toMatchObject({ number: '0x9' });
  });
});

describe('a reset that fails', { timeout: MINUTES }, () => {
  let relay: RelayServer;
  const start = async (options: DevnetOptions = {}): Promise<Opened> => {
    relay = await startRelay(other.url);
    return openFork(one.url, { ...SERVED, miningMode: 'manual', ...options }, { blockNumber: 5n });
  };
  const unchanged = async (fork: Opened, act: () => Promise<void>): Promise<void> => {
    const { hash } = await fork.test.send(1, { to: NOBODY, value: 1n });
    const id = await fork.ask('evm_snapshot');
    const filter = await fork.ask('eth_newBlockFilter');
    const before = await facts(fork);
    await act();
    expect(await facts(fork)).toEqual(before);
    expect(await fork.ask('eth_getTransactionByHash', hash)).not.toBeNull();
    expect(await fork.ask('eth_getFilterChanges', filter)).toEqual([]);
    expect(await fork.ask('evm_revert', id)).toBe(true);
    await fork.devnet.mine();
    expect(await fork.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
    expect(fork.failures).toEqual([]);
  };

  it('changes nothing, and shows no secret, when the node is away or refuses', async () => {
    const fork = await start();
    await unchanged(fork, async () => {
      relay.isBroken = () => true;
      const secret = `${relay.url.replace('//', '//user:secret@')}/key`;
      const failed = fork.ask('hardhat_reset', forkingAt(secret));
      await expect(failed).rejects.toMatchObject({ code: -32000, message: expect.stringContaining(relay.url) });
      await expect(failed).rejects.not.toThrow(/secret|key/);
      relay.isBroken = () => false;
      await expect(fork.ask('hardhat_reset', forkingAt(relay.url, 5000))).rejects.toThrow(
        /cannot fork at block 5000: the newest block of .* is/,
      );
      await expect(fork.ask('hardhat_reset', forkingAt('http://127.0.0.1:1@3', 4))).rejects.toThrow(
        /exclude each other/,
      );
      relay.isBroken = (text) => text.includes('eth_getTransactionCount');
      await expect(fork.ask('hardhat_reset', forkingAt(relay.url))).rejects.toMatchObject({ code: -32000 });
    });
  });

  it('is refused for a home folder, a record, several chains, and the own node', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'halley-reset-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    for (const [options, why] of [
      [{ home: join(folder, 'home') }, /home folder.*the same URL and block/],
      [{ record: join(folder, 'record') }, /record/],
    ] as const) {
      const fork = await start(options);
      await unchanged(fork, async () => {
        await expect(fork.ask('hardhat_reset', forkingAt(relay.url))).rejects.toThrow(why);
        await expect(fork.ask('hardhat_reset')).rejects.toThrow(/cannot be changed/);
      });
      await fork.ask('hardhat_reset', forkingAt(one.url, 5));
      expect(await facts(fork)).toMatchObject({ number: 6 });
    }
    const own = await open({ ...SERVED, home: join(folder, 'own') });
    await expect(own.ask('hardhat_reset', forkingAt(one.url))).rejects.toThrow(/a reset to its own first block/);
    const joined = await open({ ...SERVED, chains: [{ id: 'second_9-1' }] });
    await expect(joined.ask('hardhat_reset', forkingAt(one.url))).rejects.toThrow(/other chains/);
    const fork = await start();
    await unchanged(fork, async () => {
      await expect(fork.ask('hardhat_reset', forkingAt(fork.url))).rejects.toThrow(/is this devnet itself/);
    });
  });

  it('ends at once when the devnet closes', async () => {
    const fork = await start();
    let goOn = (): void => undefined;
    relay.until = new Promise((resolve) => (goOn = resolve));
    const reset = fork.ask('hardhat_reset', forkingAt(relay.url));
    const failed = expect(reset).rejects.toThrow(/closed/);
    await expect.poll(() => relay.requests.length, { timeout: MINUTES }).toBeGreaterThan(0);
    await fork.devnet.close();
    await failed;
    goOn();
    await expect(fork.ask('hardhat_reset', forkingAt(one.url))).rejects.toThrow();
  });
});

describe('while a reset waits for the node', { timeout: MINUTES }, () => {
  it('the old chain makes blocks, and what comes too late is refused', async () => {
    const relay = await startRelay(other.url);
    const fork = await openFork(one.url, SERVED, { blockNumber: 5n });
    let goOn = (): void => undefined;
    relay.until = new Promise((resolve) => (goOn = resolve));
    const reset = fork.ask('hardhat_reset', forkingAt(relay.url, 7));
    await expect.poll(() => relay.requests.length, { timeout: MINUTES }).toBeGreaterThan(0);
    const { hash } = await fork.test.send(1, { to: NOBODY, value: 1n });
    expect(await fork.ask('eth_getTransactionReceipt', hash)).toMatchObject({ blockNumber: '0x7' });
    goOn();
    const testClient = createTestClient({ mode: 'anvil', transport: http(fork.url, { retryCount: 0 }) });
    const outcomes: string[] = [];
    let isDone = false;
    const mine = async (): Promise<void> => {
      // Over HTTP, so that the reset gets its turn between two blocks.
      while (!isDone)
        await testClient.mine({ blocks: 1 }).then(
          () => outcomes.push('mined'),
          (error: BaseError) => outcomes.push(error.details),
        );
    };
    const mining = [mine(), mine(), mine()];
    await reset;
    isDone = true;
    await Promise.all(mining);
    expect(await fork.ask('eth_chainId')).toBe('0x37');
    expect(new Set(outcomes.filter((outcome) => !/the chain was replaced by a reset/.test(outcome)))).toEqual(
      new Set(['mined']),
    );
    expect(fork.failures).toEqual([]);
  });

  it('a later reset interrupts those before it, whose callers get its outcome', async () => {
    const fork = await openFork(one.url, SERVED, { blockNumber: 5n });
    await Promise.all([
      fork.ask('hardhat_reset', forkingAt(other.url, 7)),
      fork.ask('hardhat_reset', forkingAt(other.url, 3)),
      fork.ask('hardhat_reset', forkingAt(one.url, 2)),
    ]);
    expect(await facts(fork)).toMatchObject({ number: 3, chain: 31337 });
    const resets = await Promise.allSettled([
      fork.ask('hardhat_reset', forkingAt(other.url, 7)),
      fork.ask('hardhat_reset', forkingAt(one.url, 1_000_000)),
    ]);
    expect(resets).toMatchObject([
      {
        status: 'rejected',
        reason: { message: expect.stringMatching(/^a later reset ended this reset or load, and/) },
      },
      { status: 'rejected', reason: { message: expect.stringMatching(/^cannot fork at block 1000000/) } },
    ]);
    expect(await facts(fork)).toMatchObject({ number: 3, chain: 31337 });
    expect(fork.failures).toEqual([]);
  });

  it.each([
    ['the block of the fork', 'eth_getBlockByNumber', undefined],
    ['an account of the new chain', 'eth_getBalance', undefined],
    ['the answer whether it is another node, when the fork is open', 'hardhat_metadata', 'itself'],
  ])('for %s, a later reset does not wait for it', async (_, method, target) => {
    const fork = await openFork(one.url, SERVED, { blockNumber: 5n });
    const relay = await startRelay(target === undefined ? other.url : fork.url);
    let isAsked = false;
    relay.isBroken = (text) => {
      if (text.includes(method)) {
        isAsked = true;
        relay.until = new Promise(() => undefined);
      }
      return false;
    };
    const first = fork.ask('hardhat_reset', forkingAt(relay.url));
    await expect.poll(() => isAsked, { timeout: MINUTES }).toBe(true);
    await fork.ask('hardhat_reset', forkingAt(one.url, 2));
    await first;
    expect(await facts(fork)).toMatchObject({ number: 3, chain: 31337, fork: 2n });
    expect(fork.failures).toEqual([]);
  });

  it('a reset to the own first block interrupts it too', async () => {
    const relay = await startRelay(other.url);
    const chain = await open(SERVED);
    await chain.devnet.mine({ blocks: 3 });
    let goOn = (): void => undefined;
    relay.until = new Promise((resolve) => (goOn = resolve));
    const first = chain.ask('hardhat_reset', forkingAt(relay.url));
    await expect.poll(() => relay.requests.length, { timeout: MINUTES }).toBeGreaterThan(0);
    await chain.ask('hardhat_reset');
    await first;
    goOn();
    expect(await facts(chain)).toMatchObject({ number: 1, fork: undefined });
    await chain.ask('hardhat_reset', forkingAt(one.url, 2));
    expect(await facts(chain)).toMatchObject({ number: 3, fork: 2n });
  });
});
