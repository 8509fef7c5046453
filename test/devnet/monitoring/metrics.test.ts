/** Tests `/health` and `/metrics` of the servers of a devnet. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { HeightCounts } from '../../../src/devnet/monitoring/height_counts.js';
import { type MonitoringOptions, monitoringOf, ProcessMetrics } from '../../../src/devnet/monitoring/monitoring_of.js';
import { post } from '../../support/ask.js';

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const servers = { jsonRpc: true, rpc: true, assets: true, dashboard: true };
  const devnet = await createDevnet({ seed: 'metrics', ...servers, ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

const urlsOf = ({ urls }: Devnet) => ({
  'EVM JSON-RPC': urls.evmHttp as string,
  'CometBFT RPC': urls.cometRpc as string,
  'asset API': urls.assets as string,
  dashboard: urls.dashboard as string,
});

/** Reads the text format: maps each name with its labels to the value. */
async function metricsOf(url: string): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${url}/metrics`);
  expect(response.status).toBe(200);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

const call = (url: string, method: string, ...params: unknown[]) => post(url, method, params);

describe('the servers of a devnet', () => {
  it('all have the metrics of their chain', async () => {
    const devnet = await start();
    await devnet.mine({ blocks: 3 });
    const chain = `{chain_id="${devnet.chainId}"}`;
    for (const url of Object.values(urlsOf(devnet))) {
      const metrics = await metricsOf(url);
      expect(metrics.get(`cometbft_consensus_latest_block_height${chain}`)).toBe(Number(devnet.height));
      expect(metrics.get(`cometbft_consensus_height${chain}`)).toBe(Number(devnet.height) + 1);
      expect(metrics.get(`cometbft_consensus_block_interval_seconds_count${chain}`)).toBe(3);
      expect(metrics.get(`cometbft_consensus_validators${chain}`)).toBe(4);
      expect(metrics.get(`cometbft_consensus_missing_validators${chain}`)).toBe(0);
      expect(metrics.get(`cometbft_p2p_peers${chain}`)).toBe(3);
      expect(metrics.get(`halley_halted${chain}`)).toBe(0);
      expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    }
  });

  it('count transactions and gas from blocks, and what the mempool has', async () => {
    const devnet = await start({ miningMode: { type: 'manual' } });
    const url = devnet.urls.evmHttp as string;
    const [from, to] = ((await call(url, 'eth_accounts')) as { result: string[] }).result as [string, string];
    for (const value of ['0x1', '0x2']) await call(url, 'eth_sendTransaction', { from, to, value });
    await call(url, 'eth_sendTransaction', { from, to, nonce: '0x9' });
    const chain = `chain_id="${devnet.chainId}"`;
    const before = await metricsOf(url);
    expect(before.get(`cometbft_mempool_size{${chain}}`)).toBe(3);
    expect(before.get(`halley_mempool_txs{${chain},state="pending"}`)).toBe(2);
    expect(before.get(`halley_mempool_txs{${chain},state="queued"}`)).toBe(1);
    await devnet.mine();
    await devnet.mine();
    const after = await metricsOf(url);
    expect(after.get(`cometbft_consensus_total_txs{${chain}}`)).toBe(2);
    expect(after.get(`cometbft_consensus_num_txs{${chain}}`)).toBe(0);
    expect(after.get(`halley_gas_used_total{${chain}}`)).toBe(42_000);
    expect(after.get(`halley_gas_used{${chain}}`)).toBe(0);
    expect(after.get(`cometbft_mempool_size{${chain}}`)).toBe(1);
  });

  it('count requests by interface and method', async () => {
    const devnet = await start();
    const { evmHttp, cometRpc } = devnet.urls;
    for (let i = 0; i < 3; i++) await call(evmHttp as string, 'eth_blockNumber');
    await call(evmHttp as string, 'eth_noSuchMethod');
    await fetch(`${cometRpc}/status`);
    const metrics = await metricsOf(cometRpc as string);
    const of = (name: string, method: string) =>
      `{chain_id="${devnet.chainId}",interface="${name}",method="${method}"}`;
    expect(metrics.get(`halley_rpc_requests_total${of('EVM JSON-RPC', 'eth_blockNumber')}`)).toBe(3);
    expect(metrics.get(`halley_rpc_errors_total${of('EVM JSON-RPC', 'unknown')}`)).toBe(1);
    expect(metrics.get(`halley_rpc_requests_total${of('CometBFT RPC', 'status')}`)).toBe(1);
  });

  it('answer /health with 200, and with 503 while no block can be decided', async () => {
    const devnet = await start();
    const { cometRpc } = devnet.urls;
    const { 'CometBFT RPC': _, ...others } = urlsOf(devnet);
    for (const url of Object.values(others)) {
      const response = await fetch(`${url}/health`);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ status: 'ok', height: `${devnet.height}` });
    }
    await devnet.network.crashValidator(1);
    await devnet.network.crashValidator(2);
    for (const url of Object.values(others)) {
      const response = await fetch(`${url}/health`);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({
        status: 'halted',
        reason: expect.stringContaining('more than 2/3 of the voting power must be online'),
      });
    }
    const metrics = await metricsOf(cometRpc as string);
    expect(metrics.get(`halley_halted{chain_id="${devnet.chainId}"}`)).toBe(1);
    const own = await fetch(`${cometRpc}/health`);
    expect(await own.json()).toMatchObject({ result: {} });
    await devnet.network.restartValidator(1);
    expect((await fetch(`${devnet.urls.evmHttp}/health`)).status).toBe(200);
  });
});

describe('the counts of a chain', () => {
  /** Makes a chain whose heights update validators and parameters, and the listeners and timers of who counts them. */
  function aChain() {
    const [listeners, timers] = [new Set<(height: bigint) => void>(), new Set<() => void>()];
    const adding =
      <T>(to: Set<T>) =>
      (one: T) => {
        to.add(one);
        return () => to.delete(one);
      };
    const results = (height: bigint) => ({
      txResults: [{ gasUsed: 100n * height }],
      validatorUpdates: height <= 3n ? [{}, {}] : [],
      consensusParamUpdates: height === 5n ? {} : undefined,
    });
    const block = (height: bigint) =>
      height > 0n ? { block: { txs: [{}], header: { time: height } }, size: 7 } : undefined;
    const chain = {
      blockStore: { block, results },
      publishedHeights: { listen: adding(listeners) },
      genesis: { chainId: 'x' },
    };
    const every = (_: number, tick: () => void) => adding(timers)(tick);
    const options = { chain, every, nowMs: () => 0, requests: {}, peers: () => 0, problem: () => undefined };
    return { chain, listeners, timers, options: options as unknown as MonitoringOptions };
  }

  it('tell updates of validators from updates of parameters', () => {
    const { chain, listeners } = aChain();
    const counts = new HeightCounts(chain as unknown as MonitoringOptions['chain']);
    for (let height = 1n; height <= 5n; height++) for (const listener of listeners) listener(height);
    const values = counts.metrics({}).flatMap(({ name, samples }) => samples.map(({ value }) => [name, value]));
    expect(Object.fromEntries(values)).toMatchObject({
      cometbft_consensus_total_txs: 5,
      cometbft_consensus_chain_size_bytes: 35,
      cometbft_state_validator_set_updates: 3,
      cometbft_state_consensus_param_updates: 1,
      halley_gas_used_total: 1500,
    });
  });

  it('end with its monitoring', () => {
    const { listeners, timers, options } = aChain();
    const monitoring = monitoringOf(options);
    const ofProcess = new ProcessMetrics(options.nowMs, options.every);
    ofProcess.metrics();
    expect([listeners.size, timers.size]).toEqual([1, 1]);
    monitoring.close();
    ofProcess.close();
    expect([listeners.size, timers.size]).toEqual([0, 0]);
  });
});
