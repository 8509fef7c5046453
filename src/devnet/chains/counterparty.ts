/** Runs a chain besides the devnet's own: the same engine, application, loop and backends, with a separate store. */
import { IDENTITY_KEY } from '../../chain/block_store/keys.js';
import { DEVNET_OPTIONS } from '../../config/options.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../../mempool/limits.js';
import { createEvmProvider, type EvmProvider } from '../../rpc/evm/provider.js';
import type { ServedChain } from '../../rpc/served_chain.js';
import { serverOptions, type Where } from '../../settings/server_options.js';
import { applicationRules } from '../chain/application_rules.js';
import type { Chain } from '../chain/chain.js';
import { networkOf } from '../chain/genesis.js';
import { openChain } from '../chain/open_chain.js';
import { ChainNode } from '../chain_node.js';
import { DisposerStack } from '../disposer_stack.js';
import { chainFolder, lostChain } from '../home/home_chains.js';
import { openHome } from '../home/home_store.js';
import type { Host } from '../host.js';
import { type Listeners, NO_URLS, openListeners, type Urls } from '../listeners.js';
import type { ChainOptions } from '../options/chain_options.js';
import type { DevnetOptions } from '../options/devnet_options.js';
import { documentOf, nameOf, prettyNameOf, seedOf } from '../plan/chain_document.js';
import { servedChain } from '../served_chain.js';

export interface Counterparty {
  readonly id: string;
  /** Short name in the asset API, and a name for people. */
  readonly name: string;
  readonly prettyName: string;
  readonly node: ChainNode;
  readonly provider: EvmProvider;
  /** View of the chain for the devnet's surfaces. */
  readonly served: ServedChain;
  /** Addresses of its servers; all are `undefined` before `listen`. */
  readonly urls: Urls;
  /** Whether its options configure servers; these open before servers on counted ports. */
  readonly hasOwnPorts: boolean;
  /** Opens its servers. Throws what `openListeners` throws. */
  listen(): Promise<void>;
  /** Stops making blocks. Resolves when work in progress has ended. */
  stop(): Promise<void>;
  /** Stops listening and closes the store; to be called after `stop`. */
  close(): Promise<void>;
}

/**
 * Opens a chain. Resolves when its first block exists. `place` counts the chains besides the devnet's own from 1.
 * `isKnown` is true when the home folder lists the chain, and `devnet` is the devnet's own chain.
 */
export async function openCounterparty(
  chain: ChainOptions,
  place: number,
  isKnown: boolean,
  devnet: ChainNode,
  host: Host,
): Promise<Counterparty> {
  const { options } = host;
  const { home, onDamage, onBug } = options;
  const { id } = chain;
  const servers = chainServers(chain, place, options);
  const folder = home === undefined ? undefined : chainFolder(home, id);
  const store = await openHome({ ...(folder !== undefined && { home: folder }), ...(onDamage && { onDamage }) });
  let listeners: Listeners | undefined;
  let opened: Chain | undefined;
  const stack = new DisposerStack();
  stack.defer(() => (opened?.store ?? store)?.close());
  try {
    if (home !== undefined && isKnown && store?.get(IDENTITY_KEY) === undefined) throw lostChain(home, id);
    opened = await openOn(store, chain, servers, devnet.chain, host, () => listeners?.rpcAddress ?? '');
    const node = await startOn(opened, chain, servers, devnet, host, folder);
    stack.defer(() => node.loop.stop());
    stack.defer(() => listeners?.close());
    const provider = createEvmProvider(node.evm);
    stack.defer(() => {
      provider.close();
      node.evm.close();
    });
    const own = { ...servers, ...(onBug && { onBug }) };
    const urls = (): Urls => listeners?.urls ?? NO_URLS;
    return {
      id,
      name: nameOf(chain),
      prettyName: prettyNameOf(chain),
      node,
      provider,
      served: servedChain(node, own, urls),
      get urls() {
        return urls();
      },
      hasOwnPorts: chain.jsonRpc !== undefined || chain.rpc !== undefined,
      listen: async () => {
        listeners = await openListeners(node, own);
      },
      stop: () => node.loop.stop(),
      close: () => stack.dispose(),
    };
  } catch (error) {
    await stack.dispose();
    throw error;
  }
}

/** Step of ports from chain to chain. It leaves room for the first chain's 8546 and 8580. */
const PORT_STEP = 10;
const MAX_PORT = 65_535;

/**
 * Decides where a chain besides the devnet's own listens. Its options decide first. With `listenOnAllChains` it
 * otherwise listens beside the servers of the devnet's own chain, with their settings. `place` counts the chains
 * besides the devnet's own from 1. A free port replaces a counted one that is in use.
 */
function chainServers(
  { id, jsonRpc, rpc }: Pick<ChainOptions, 'id' | 'jsonRpc' | 'rpc'>,
  place: number,
  { listenOnAllChains = false, ...own }: Pick<DevnetOptions, 'listenOnAllChains' | 'jsonRpc' | 'rpc'>,
): Required<Pick<DevnetOptions, 'jsonRpc' | 'rpc'>> {
  const [ownJsonRpc, ownRpc] = [serverOptions(own.jsonRpc), serverOptions(own.rpc)];
  const beside = (address: Where | undefined): Where =>
    listenOnAllChains ? countedAddress(address, place, id) : false;
  return {
    jsonRpc: jsonRpc ?? {
      ...(listenOnAllChains && ownJsonRpc),
      address: beside(ownJsonRpc.address),
      wsAddress: false,
      orFreePort: true,
    },
    rpc: rpc ?? { ...(listenOnAllChains && ownRpc), address: beside(ownRpc.address), orFreePort: true },
  };
}

/**
 * Increases the ports of an address by ten for each place: `127.0.0.1:8545` becomes `127.0.0.1:8555`. Above 65535 a
 * free port is used. A unix socket gets the chain's id after its path.
 */
export function countedAddress(address: Where | undefined, place: number, id: string): Where {
  if (typeof address !== 'string') return address ?? false;
  return address
    .split(',')
    .map((one) => (one.startsWith('unix://') ? `${one}.${id}` : countedBackend(one, place)))
    .join(',');
}

const countedBackend = (address: string, place: number): string =>
  address.replace(/:(\d{1,5})(\/?)$/, (_, digits: string, end: string) => {
    const port = Number(digits);
    const counted = port + PORT_STEP * place;
    return `:${port === 0 || counted > MAX_PORT ? 0 : counted}${end}`;
  });

type ChainServers = ReturnType<typeof chainServers>;

/** Opens the chain's store and application, from genesis or from disk. */
function openOn(
  store: Awaited<ReturnType<typeof openHome>>,
  chain: ChainOptions,
  { jsonRpc }: ChainServers,
  own: Chain,
  { options, timeouts }: Host,
  rpcAddress: () => string,
): Promise<Chain> {
  const { mempool, machine, maxTransactions, moniker = DEVNET_OPTIONS.moniker.fallback } = options;
  const seed = seedOf(own.seed, chain.id);
  return openChain({
    network: networkOf({
      document: documentOf(chain, seed),
      seed,
      validators: chain.validators ?? (chain.genesis === undefined ? 1 : undefined),
      genesisTime: own.genesis.genesisTime,
    }),
    seed,
    timeouts,
    mempool: { ...DEFAULT_MEMPOOL_LIMITS, ...mempool },
    order: options.order ?? DEVNET_OPTIONS.order.fallback,
    rules: applicationRules({
      ...(jsonRpc !== undefined && { jsonRpc }),
      ...(machine && { machine }),
      ...(maxTransactions !== undefined && { maxTransactions }),
    }),
    store,
    own: { moniker, rpcAddress },
  });
}

/** Starts the chain, with the snapshots of the devnet's own chain, which cover all chains. */
function startOn(
  opened: Chain,
  { miningMode }: ChainOptions,
  { jsonRpc }: ChainServers,
  { snapshots }: ChainNode,
  host: Host,
  folder: string | undefined,
): Promise<ChainNode> {
  const { home, automineBatch, clientVersion, timestamp, ...options } = host.options;
  const mode = miningMode ?? options.miningMode;
  return ChainNode.start(opened, host, {
    ...options,
    ...{ snapshots, jsonRpc },
    ...(folder !== undefined && { home: folder }),
    ...(mode !== undefined && { miningMode: mode }),
  });
}
