/** Answers `GET /about`: what the page must know before anything else. */
import type { DashboardDeps } from './deps.js';
import type { About } from './wire.js';

export function about({ version, chains, scenarios, artifacts }: DashboardDeps): About {
  const all = chains();
  return {
    version,
    chains: all.map((chain) => ({
      id: chain.id,
      evmChainId: `${chain.evm.chainId}`,
      urls: chain.urls(),
      engine: chain.controls().engine !== undefined,
    })),
    urls: all[0]?.urls() ?? {},
    scenarios: scenarios !== undefined,
    ...(artifacts !== undefined && { artifacts: artifacts.path }),
  };
}
