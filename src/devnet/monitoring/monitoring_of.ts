/** Reports a chain's state and metrics under any engine. Counters begin when the servers open. */
import type { Labels, Metric, Monitoring } from '../../backend/monitoring.js';
import type { RequestMeter } from '../../rpc/monitoring/request_meter.js';
import type { Chain } from '../chain/chain.js';
import type { Ticker } from '../platform.js';
import { executedBlock, gauge, mempool } from './executed_metrics.js';
import { HeightCounts } from './height_counts.js';
import { ProcessMetrics } from './process_metrics.js';

export interface MonitoringOptions {
  readonly chain: Pick<Chain, 'blockStore' | 'genesis' | 'heights' | 'pool'>;
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
