/** Reports the state and the metrics of an application under CometBFT. The engine has metrics of its own. */
import type { Monitoring } from '../../backend/monitoring.js';
import type { RequestMeter } from '../../rpc/monitoring/request_meter.js';
import { executedBlock, gauge, mempool } from '../monitoring/executed_metrics.js';
import { HeightCounts } from '../monitoring/height_counts.js';
import { ProcessMetrics } from '../monitoring/process_metrics.js';
import { HOST_PLATFORM, hostTicker } from '../platform.js';
import type { AppChain } from './app_chain.js';
import type { EngineStatus } from './engine_status.js';

export interface MonitoredApp {
  readonly chain: AppChain;
  readonly engine: Pick<EngineStatus, 'peers'>;
  readonly requests: RequestMeter;
  /** Returns why no block can follow; undefined while an engine is connected. */
  readonly problem: () => string | undefined;
}

/** Begins to count the heights of the chain. */
export function appMonitoring({ chain, engine, requests, problem }: MonitoredApp): Monitoring {
  const counts = new HeightCounts(chain);
  const host = new ProcessMetrics(HOST_PLATFORM.monotonicMs, hostTicker);
  const { chainId } = chain.genesis;
  const labels = { chain_id: chainId };
  return {
    chainId,
    height: () => chain.blockStore.height,
    problem,
    metrics: () => [
      ...executedBlock(chain, labels),
      ...counts.metrics(labels),
      ...mempool(chain, labels),
      gauge('cometbft_p2p_peers', 'Number of peers.', labels, engine.peers.length),
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
