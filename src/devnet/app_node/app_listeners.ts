/** Opens the servers of an application under CometBFT: the EVM JSON-RPC, the asset API and the dashboard. */
import type { ChainControls } from '../../backend/controls.js';
import type { Endpoint } from '../../client/endpoint.js';
import { forwardRequest } from '../../client/forward.js';
import { HalleyError } from '../../kernel/errors.js';
import { createEvmHandler } from '../../rpc/evm/evm_handler.js';
import { monitored } from '../../rpc/monitoring/monitored.js';
import type { ProtocolHandler, ProtocolResponse } from '../../rpc/protocol_handler.js';
import type { ServedChain } from '../../rpc/served_chain.js';
import { type ListenAllOptions, listenAll } from '../../server/listen_all.js';
import { SURFACES } from '../../surfaces/index.generated.js';
import type { SurfaceBackends } from '../../surfaces/surface.js';
import { assetBackend } from '../backends/assets/asset_backend.js';
import { evmServerOf, evmWebSocketServer } from '../evm_servers.js';
import type { DevnetOptions } from '../options/devnet_options.js';
import { hostSchedule } from '../platform.js';
import { logFeed, namedUrls, VERSION } from '../served_chain.js';
import { surfaceServer } from '../surface_server.js';
import type { EngineChain } from './engine_chain.js';
import { ENGINE_CLOCK } from './engine_clock.js';

/** Addresses of the servers; `undefined` where nothing listens. */
export interface AppUrls {
  /** First address of the EVM JSON-RPC over HTTP, such as `http://127.0.0.1:8545`. */
  readonly evmHttp: string | undefined;
  readonly evmWs: string | undefined;
  readonly api: string | undefined;
  readonly grpc: string | undefined;
  readonly assets: string | undefined;
  readonly dashboard: string | undefined;
}

export interface AppListeners {
  readonly urls: AppUrls;
  close(): Promise<void>;
}

const NO_URLS: AppUrls = {
  evmHttp: undefined,
  evmWs: undefined,
  api: undefined,
  grpc: undefined,
  assets: undefined,
  dashboard: undefined,
};

/** Opens all servers or none: throws HalleyError `address-in-use` or `invalid-config` for the first that fails. */
export async function openAppListeners(
  node: EngineChain,
  artifacts: AppBackends['artifacts'],
  options: DevnetOptions,
): Promise<AppListeners> {
  const { chain, evm, requests } = node;
  let urls = NO_URLS;
  const open: Awaited<ReturnType<typeof listenAll>>[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(open.map((listeners) => listeners.close()));
  };
  const listen = async (server: ListenAllOptions) => {
    if (server.addresses.length === 0) return [];
    const { name } = server.handler;
    const listeners = await listenAll({
      ...server,
      middleware: [monitored({ name, monitoring: () => node.monitor(), requests })],
    });
    open.push(listeners);
    return listeners.all;
  };
  try {
    const [http] = await listen(evmServerOf(evm, options));
    const [webSocket] = await listen(evmWebSocketServer(evm, options));
    const backends: AppBackends = {
      version: VERSION,
      artifacts,
      sdk: () => served.sdk(),
      problem: node.problem,
      acceptsDevTxs: () => node.evmBackend.acceptsDevTxs(),
      assets: assetBackend(() => [{ chain, clock: ENGINE_CLOCK }]),
      chains: () => [served],
      scheduler: chain.scheduler,
      schedule: hostSchedule,
    };
    const served = appServedChain(node, () => urls);
    const [api] = await listen(surfaceServer('api', SURFACES.api, backends, options));
    const [grpc] = await listen(surfaceServer('grpc', SURFACES.grpc, backends, options));
    const [assets] = await listen(surfaceServer('assets', SURFACES.assets, backends, options));
    const [dashboard] = await listen(surfaceServer('dashboard', SURFACES.dashboard, backends, options));
    urls = {
      evmHttp: http?.url,
      evmWs: webSocket?.webSocketUrl ?? http?.webSocketUrl,
      api: api?.url,
      grpc: grpc?.url,
      assets: assets?.url,
      dashboard: dashboard?.url,
    };
    return { urls, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Request limits. The engine waits at most 10 s for a broadcast transaction. A block of CometBFT's default limit,
 * 21 MiB, has 28 MiB in base64.
 */
const ENGINE_LIMITS = { timeoutMs: 20_000, maxBytes: 100_000_000 };

/** Headers of the engine's response that are forwarded; the others belong to its connection. */
const PASSED_HEADERS = ['content-type'];

/**
 * Returns a handler that forwards requests of the dashboard to the CometBFT RPC of the engine, which has the blocks and
 * the consensus state. While it is unreachable, they get 503 with an explanation. Methods that cannot be forwarded get
 * 405.
 */
export const engineHandler = (endpoint: Endpoint): ProtocolHandler => ({
  name: 'RPC of the engine',
  async handle({ method, path, query, headers, body }) {
    try {
      const { 'content-type': type } = headers;
      const response = await forwardRequest(
        endpoint,
        { method, path, query, body, headers: type === undefined ? {} : { 'content-type': type } },
        ENGINE_LIMITS,
      );
      const passed = Object.entries(response.headers).filter(([name]) => PASSED_HEADERS.includes(name));
      return { status: response.status, headers: Object.fromEntries(passed), body: response.body };
    } catch (error) {
      if (error instanceof HalleyError) return engineRefusal(error);
      throw error;
    }
  },
});

function engineRefusal({ code, message }: HalleyError): ProtocolResponse {
  const error = code === 'unavailable' ? `the engine does not answer: ${message}` : message;
  return {
    status: code === 'invalid-argument' ? 405 : 503,
    headers: { 'content-type': 'application/json', ...(code === 'invalid-argument' && { allow: 'GET, HEAD, POST' }) },
    body: JSON.stringify({ error }),
  };
}

/**
 * Describes the chain of an application under CometBFT to the dashboard, from the application and its engine. Handlers
 * are created when a request needs them.
 */
function appServedChain(node: EngineChain, urls: () => object): ServedChain {
  const { chain, evm, evmBackend, log, rounds, engine } = node;
  let evmHandler: ProtocolHandler | undefined;
  return {
    id: chain.genesis.chainId,
    evm: evmBackend,
    events: evmBackend,
    comet: {
      height: () => chain.blockStore.height,
      block: (height) => chain.blockStore.block(height),
      // The engine has the commits.
      commit: () => undefined,
    },
    rounds,
    keptRounds: undefined,
    log: logFeed(log),
    pooledCounts: () => evmBackend.pooledCounts(),
    controls: () => controlsOf(node),
    // The keys of a validator's operator are not for a page.
    keys: () => ({ accounts: [] }),
    urls: () => namedUrls({ ...urls(), cometRpc: engine.label }),
    sdk: async () =>
      (await import('../backends/sdk.js')).sdkBackend(() => ({
        height: () => chain.blockStore.height,
        query: (request) => chain.app.query(request),
      })),
    evmHandler: () => (evmHandler ??= createEvmHandler({ ...evm, dispatcher: evm.ownPages() })),
    cometHandler: () => engineHandler(engine.client.endpoint),
  };
}

/** Returns the engine. There are no faults, because nothing is simulated. */
function controlsOf({ engine, engineStatus, rounds, problem }: EngineChain): ChainControls {
  const { moniker } = engineStatus;
  const why = problem() ?? rounds.problem;
  return {
    miningMode: 'engine',
    faults: [],
    down: [],
    cuts: [],
    forked: false,
    engine: {
      url: engine.label,
      moniker,
      problem: why,
    },
  };
}

/** Backends of the surfaces that an application serves. */
type AppBackends = Omit<SurfaceBackends, 'slot'>;
