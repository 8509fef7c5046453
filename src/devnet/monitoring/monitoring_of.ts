/** Reports a chain's state and metrics under any engine, and the process's. Counters begin when the servers open. */
import { getHeapStatistics } from 'node:v8';
import type { Labels, Metric, Monitoring } from '../../backend/monitoring.js';
import { Histogram } from '../../rpc/monitoring/histogram.js';
import type { RequestMeter } from '../../rpc/monitoring/request_meter.js';
import type { CoreChain } from '../chain/chain.js';
import type { Ticker } from '../platform.js';
import { executedBlock, gauge, mempool } from './executed_metrics.js';
import { HeightCounts } from './height_counts.js';

export interface MonitoringOptions {
  readonly chain: CoreChain;
  readonly requests: RequestMeter;
  /** Returns the number of connected peers. */
  readonly peers: () => number;
  /** Returns why no further block can be made; undefined while the chain runs. */
  readonly problem: () => string | undefined;
  /** Returns metrics of the engine: of the newest block, or of the transactions that it does not have yet. */
  readonly ofEngine?: (labels: Labels) => readonly Metric[];
  /** Returns milliseconds of a clock that never goes back. */
  readonly nowMs: () => number;
  readonly every: Ticker;
}

const MICROS_PER_SECOND = 1e6;
/** Time between two measurements of the delay, in milliseconds. */
const DELAY_TICK_MS = 10;
/** Upper limits of the buckets of delays, in seconds. */
const DELAYS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Measures the process: memory, processor time, and how late its event loop is. */
export class ProcessMetrics {
  readonly #delays = new Histogram(DELAYS);
  #stop: (() => void) | undefined;

  constructor(
    private readonly nowMs: () => number,
    private readonly every: Ticker,
  ) {}

  /** Returns the metrics. The first call begins to measure the event loop. */
  metrics(): readonly Metric[] {
    this.#stop ??= this.#measure();
    const { rss, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const one = (type: 'counter' | 'gauge', name: string, help: string, value: number): Metric => ({
      ...{ name, help, type },
      samples: [{ labels: {}, value }],
    });
    const heap = getHeapStatistics().used_heap_size;
    const seconds = (user + system) / MICROS_PER_SECOND;
    return [
      one('gauge', 'process_resident_memory_bytes', 'Resident memory size in bytes.', rss),
      one('counter', 'process_cpu_seconds_total', 'Total user and system CPU time spent in seconds.', seconds),
      one('gauge', 'halley_heap_used_bytes', 'Memory of objects in the heap of V8, in bytes.', heap),
      one('gauge', 'halley_external_memory_bytes', 'Memory of buffers outside of the heap of V8, in bytes.', external),
      {
        name: 'halley_event_loop_delay_seconds',
        help: 'Histogram of how late a timer of 10 ms was, since the first scrape.',
        type: 'histogram',
        samples: this.#delays.samples({}),
      },
    ];
  }

  close(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #measure(): () => void {
    let last = this.nowMs();
    return this.every(DELAY_TICK_MS, () => {
      const now = this.nowMs();
      this.#delays.observe(Math.max(0, now - last - DELAY_TICK_MS) / 1000);
      last = now;
    });
  }
}

/** Begins to count the heights of a chain. */
export function monitoringOf(options: MonitoringOptions): Monitoring {
  const { chain, requests, peers, problem, ofEngine = () => [], nowMs, every } = options;
  const counts = new HeightCounts(chain);
  const host = new ProcessMetrics(nowMs, every);
  const { chainId } = chain.genesis;
  const labels = { chain_id: chainId };
  return {
    chainId,
    height: () => chain.blockStore.height,
    problem,
    metrics: () => [
      ...executedBlock(chain, labels),
      ...ofEngine(labels),
      ...counts.metrics(labels),
      ...mempool(chain, labels),
      gauge('cometbft_p2p_peers', 'Number of peers.', labels, peers()),
      gauge('halley_halted', '1 when the chain can make no further block.', labels, problem() === undefined ? 0 : 1),
      ...requests.metrics(labels),
      ...host.metrics(),
    ],
    close: () => {
      counts.close();
      host.close();
    },
  };
}
