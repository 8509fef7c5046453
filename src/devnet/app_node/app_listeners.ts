/** Opens the servers of an application under CometBFT: the EVM JSON-RPC, the asset API and the dashboard. */
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import { monitored } from '../../rpc/monitoring/monitored_handler.js';
import type { ServedChain } from '../../rpc/served_chain.js';
import { type ListenAllOptions, listenAll } from '../../server/listen_all.js';
import { serverOptions } from '../../settings/server_options.js';
import type { AssetApiOptions } from '../../surfaces/assets/options.js';
import { assets as assetSurface } from '../../surfaces/assets/surface.js';
import type { DashboardOptions } from '../../surfaces/dashboard/options.js';
import { dashboard as dashboardSurface } from '../../surfaces/dashboard/surface.js';
import { assetBackend } from '../backends/assets/asset_backend.js';
import { addressesOf, evmServerOf, evmWebSocketServer } from '../evm_servers.js';
import type { DevnetOptions } from '../options/devnet_options.js';
import { hostSchedule, hostTicker } from '../platform.js';
import { VERSION } from '../served_chain.js';
import type { AppRuntime } from './app_runtime.js';
import { appServedChain } from './app_served_chain.js';
import { ENGINE_CLOCK } from './engine_clock.js';

/** Names the addresses of the servers; undefined where nothing listens. */
export interface AppUrls {
  /** Is the first address of the EVM JSON-RPC over HTTP, such as `http://127.0.0.1:8545`. */
  readonly evmHttp: string | undefined;
  readonly evmWs: string | undefined;
  readonly assets: string | undefined;
  readonly dashboard: string | undefined;
}

export interface AppListeners {
  readonly urls: AppUrls;
  close(): Promise<void>;
}

type Options = Pick<DevnetOptions, 'assets' | 'dashboard' | 'jsonRpc' | 'onBug'>;

const NO_URLS: AppUrls = { evmHttp: undefined, evmWs: undefined, assets: undefined, dashboard: undefined };

/** Opens all servers or none: throws HalleyError `address-in-use` or `invalid-config` for the first that fails. */
export async function openAppListeners(runtime: AppRuntime, options: Options): Promise<AppListeners> {
  const { chain, evm, monitoring, requests } = runtime;
  let urls = NO_URLS;
  const open: Awaited<ReturnType<typeof listenAll>>[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(open.map((listeners) => listeners.close()));
  };
  const listen = async (server: ListenAllOptions) => {
    if (server.addresses.length === 0) return [];
    const listeners = await listenAll({ ...server, handler: monitored(server.handler, { monitoring, requests }) });
    open.push(listeners);
    return listeners.all;
  };
  try {
    const [http] = await listen(evmServerOf(evm, options));
    const [webSocket] = await listen(evmWebSocketServer(evm, options));
    const [assets] = await listen(assetServer(chain, options));
    const served = appServedChain(runtime, () => urls);
    const [dashboard] = await listen(dashboardServer(served, chain.scheduler, options));
    urls = {
      evmHttp: http?.url,
      evmWs: webSocket?.webSocketUrl ?? http?.webSocketUrl,
      assets: assets?.url,
      dashboard: dashboard?.url,
    };
    return { urls, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function assetServer(chain: AppRuntime['chain'], { assets, onBug }: Options): ListenAllOptions {
  const { address, orFreePort = false, ...own } = serverOptions<AssetApiOptions>(assets);
  const backend = assetBackend([{ chain, clock: ENGINE_CLOCK }]);
  return {
    ...assetSurface.serve({ assets: backend, scheduler: chain.scheduler }, own, (where, error) =>
      onBug?.(where, error),
    ),
    addresses: addressesOf(address),
    orFreePort,
    flag: '--assets.address',
    ticker: hostTicker,
  };
}

function dashboardServer(
  chain: ServedChain,
  scheduler: FairScheduler,
  { dashboard, onBug }: Options,
): ListenAllOptions {
  const { address, orFreePort = false, ...own } = serverOptions<DashboardOptions>(dashboard);
  const backends = { version: VERSION, chains: () => [chain], scheduler, schedule: hostSchedule };
  return {
    ...dashboardSurface.serve(backends, own, (where, error) => onBug?.(where, error)),
    addresses: addressesOf(address),
    orFreePort,
    flag: '--dashboard.address',
    ticker: hostTicker,
  };
}
