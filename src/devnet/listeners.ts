/** Opens the sockets of a devnet, and connects each address with a protocol. */

import type { AssetBackend } from '../backend/assets.js';
import type { ArtifactFolder } from '../rpc/dashboard/deps.js';
import type { FaultyServer } from '../rpc/faults/fault.js';
import { monitored } from '../rpc/monitoring/monitored.js';
import type { ServedChain } from '../rpc/served_chain.js';
import type { ListenAllOptions } from '../server/listen_all.js';
import { SURFACES } from '../surfaces/index.generated.js';
import type { SurfaceOptions } from '../surfaces/options.generated.js';
import type { SurfaceBackends } from '../surfaces/surface.js';
import type { ChainNode } from './chain_node.js';
import { COMET_FLAG, cometServer } from './comet_server.js';
import { evmServerOf, evmWebSocketServer } from './evm_servers.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { type HostedAddresses, hostSchedule } from './platform.js';
import { VERSION } from './served_chain.js';
import { surfaceServer } from './surface_server.js';

/** Backends of all chains, for surfaces that only the devnet's own chain has. */
export interface AllChains {
  readonly artifacts: ArtifactFolder | undefined;
  readonly assets: AssetBackend;
  /** Returns the chains, the devnet's own first. */
  readonly chains: () => readonly ServedChain[];
}

/** First address of each surface, such as `http://127.0.0.1:8580`. */
export type SurfaceUrls = { readonly [Name in keyof SurfaceOptions]-?: string | undefined };

/** Addresses of the servers; `undefined` where nothing listens. */
export interface Urls extends SurfaceUrls {
  /** First address of the EVM JSON-RPC over HTTP, such as `http://127.0.0.1:8545`. */
  readonly evmHttp: string | undefined;
  /** All addresses of the EVM JSON-RPC over HTTP. */
  readonly evmHttpAll: readonly string[];
  /** Address for WebSocket, such as `ws://127.0.0.1:8546`. Without a separate listener it is that of `evmHttp`. */
  readonly evmWs: string | undefined;
  /** First address of the CometBFT RPC. */
  readonly cometRpc: string | undefined;
  /** All addresses of the CometBFT RPC; a unix socket is `unix:///path`. */
  readonly cometRpcAll: readonly string[];
}

/** Surfaces by the names of their options. */
const SURFACE_NAMES = Object.keys(SURFACES) as readonly (keyof SurfaceOptions)[];

/** Servers of faults by the names of surfaces; no fault hits the others. */
const FAULTY_SURFACES: Readonly<Partial<Record<keyof SurfaceOptions, FaultyServer>>> = {
  api: 'rest',
  assets: 'assets',
};

/** URLs of a chain that does not listen. */
export const NO_URLS: Urls = {
  evmHttp: undefined,
  evmHttpAll: [],
  evmWs: undefined,
  cometRpc: undefined,
  cometRpcAll: [],
  ...surfaceUrls(() => undefined),
};

export interface Listeners {
  readonly urls: Urls;
  /** Addresses of the CometBFT RPC as a node reports them: `tcp://127.0.0.1:26657,unix:///run/rpc.sock`. */
  readonly rpcAddress: string;
  close(): Promise<void>;
}

/**
 * Opens all listeners of a chain or none: throws HalleyError `address-in-use` or `invalid-config` for the first that
 * fails. Surfaces besides REST and gRPC are those of a chain with `all`. The metrics begin with the first server.
 */
export async function openListeners(node: ChainNode, options: DevnetOptions, all?: AllChains): Promise<Listeners> {
  const { slot, requests, host } = node;
  const open: HostedAddresses[] = [];
  const close = async (): Promise<void> => {
    node.rpcGates.close();
    await Promise.all(open.map((listeners) => listeners.close()));
    slot.now.endMonitoring();
  };
  const keep = async (given: ListenAllOptions | undefined): Promise<HostedAddresses['all']> => {
    if (given === undefined || given.addresses.length === 0) return [];
    slot.now.monitor();
    const { name } = given.handler;
    const ownHealth = given.flag === COMET_FLAG;
    const watch = monitored({ name, monitoring: () => slot.now.monitor(), requests, ownHealth });
    const server = { ...given, middleware: [watch] };
    const { listen = (await import('../server/listen_all.js')).listenAll } = host.platform;
    const listeners = await listen(server);
    open.push(listeners);
    return listeners.all;
  };
  try {
    const faults = node.rpcGates.of('evm');
    const evm = await keep({ ...evmServerOf(node.evm, options), faults });
    const [evmHttp] = evm;
    const [evmWs] = await keep({ ...evmWebSocketServer(node.evm, options), faults });
    const comet = await keep({ ...cometServer(node, options), faults: node.rpcGates.of('comet') });
    const surfaces = new Map<string, string>();
    const own = backendsOf(node);
    for (const name of SURFACE_NAMES) {
      const server =
        all === undefined
          ? surfaceOfEachChain(name, own, options)
          : surfaceServer<SurfaceBackends>(name, SURFACES[name], { ...own, ...all }, options);
      const faulty = FAULTY_SURFACES[name];
      const [first] = await keep(server && { ...server, faults: faulty && node.rpcGates.of(faulty) });
      if (first !== undefined) surfaces.set(name, first.url);
    }
    return {
      urls: {
        evmHttp: evmHttp?.url,
        evmHttpAll: evm.map(({ url }) => url),
        evmWs: evmWs?.webSocketUrl ?? evmHttp?.webSocketUrl,
        cometRpc: comet[0]?.url,
        cometRpcAll: comet.map(({ url }) => url),
        ...surfaceUrls((name) => surfaces.get(name)),
      },
      rpcAddress: comet.map(({ port, address }) => (port === undefined ? address : `tcp://${address}`)).join(','),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Backends that each chain has by itself. */
type ChainBackends = Omit<SurfaceBackends, keyof AllChains>;

/** Returns the server of a surface that each chain has by itself: REST or gRPC. */
const surfaceOfEachChain = (
  name: keyof SurfaceOptions,
  own: ChainBackends,
  options: DevnetOptions,
): ListenAllOptions | undefined =>
  name === 'api' || name === 'grpc' ? surfaceServer<ChainBackends>(name, SURFACES[name], own, options) : undefined;

/** Returns what surfaces may use of one chain. */
function backendsOf({ chain: { scheduler }, slot }: ChainNode): ChainBackends {
  const sdk = async () => (await import('./backends/sdk.js')).sdkBackend(() => slot.now.comet);
  const problem = () => slot.now.monitor().problem();
  const acceptsDevTxs = () => slot.now.evmBackend.acceptsDevTxs();
  return { slot, scheduler, sdk, problem, acceptsDevTxs, schedule: hostSchedule, version: VERSION };
}

function surfaceUrls(urlOf: (name: string) => string | undefined): SurfaceUrls {
  return Object.fromEntries(SURFACE_NAMES.map((name) => [name, urlOf(name)])) as SurfaceUrls;
}
