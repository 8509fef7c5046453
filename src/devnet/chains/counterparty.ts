/** Runs a chain besides the devnet's own: the same engine, application, loop and backends, with a separate store. */
import { IDENTITY_KEY } from '../../chain/block_store/keys.js';
import { DEVNET_OPTIONS } from '../../config/options.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../../mempool/limits.js';
import { createEvmProvider, type EvmProvider } from '../../rpc/evm/provider.js';
import type { ServedChain } from '../../rpc/served_chain.js';
import { type ServerAddress, serverOptions, type Where } from '../../settings/server_options.js';
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

/** A chain with its provider and servers. */
export class Counterparty {
  readonly id: string;
  /** Short name in the asset API, and a name for people. */
  readonly name: string;
  readonly prettyName: string;
  readonly provider: EvmProvider;
  /** View of the chain for the devnet's surfaces. */
  readonly served: ServedChain;
  /** Whether its options configure servers; these open before servers on counted ports. */
  readonly hasOwnPorts: boolean;
  readonly #stack = new DisposerStack();
  #listeners: Listeners | undefined;

  private constructor(
    chain: ChainOptions,
    readonly node: ChainNode,
    private readonly options: DevnetOptions,
  ) {
    this.id = chain.id;
    this.name = nameOf(chain);
    this.prettyName = prettyNameOf(chain);
    this.provider = createEvmProvider(node.evm);
    this.served = servedChain(node, options, () => this.urls);
    this.hasOwnPorts = chain.jsonRpc !== undefined || chain.rpc !== undefined;
    this.#stack.defer(() => node.close());
    this.#stack.defer(() => node.loop.stop());
    this.#stack.defer(() => this.#listeners?.close());
    this.#stack.defer(() => {
      this.provider.close();
      node.evm.close();
    });
  }

  /**
   * Opens a chain. Resolves when its first block exists. `place` counts the chains besides the devnet's own from 1.
   * `isKnown` is true when the home folder lists the chain, and `devnet` is the devnet's own chain, whose snapshots
   * cover all chains.
   */
  static async open(
    chain: ChainOptions,
    place: number,
    isKnown: boolean,
    { chain: own, snapshots }: ChainNode,
    host: Host,
  ): Promise<Counterparty> {
    const { home, automineBatch, clientVersion, timestamp, ...shared } = host.options;
    const { jsonRpc, ...servers } = chainServers(chain, place, host.options);
    const folder = home === undefined ? undefined : chainFolder(home, chain.id);
    const { miningMode = shared.miningMode } = chain;
    const options = { ...shared, snapshots, jsonRpc, home: folder, miningMode };
    let opened: Counterparty | undefined;
    const node = await ChainNode.open(host, options, async (broadcast) => {
      const store = await openHome({ home: folder, onDamage: shared.onDamage });
      try {
        if (home !== undefined && isKnown && store?.get(IDENTITY_KEY) === undefined) throw lostChain(home, chain.id);
        const rpcAddress = (): string => opened?.rpcAddress ?? '';
        return await openChain({ ...optionsOf(chain, own, options, host, rpcAddress), store, broadcast });
      } catch (error) {
        await store?.close();
        throw error;
      }
    });
    opened = new Counterparty(chain, node, { jsonRpc, ...servers, onBug: shared.onBug });
    try {
      await node.start();
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  /** Addresses of its servers; all are `undefined` before `listen`. */
  get urls(): Urls {
    return this.#listeners?.urls ?? NO_URLS;
  }

  /** Addresses of its CometBFT RPC; empty before `listen`. */
  get rpcAddress(): string {
    return this.#listeners?.rpcAddress ?? '';
  }

  /** Opens its servers. Throws what `openListeners` throws. */
  async listen(): Promise<void> {
    this.#listeners = await openListeners(this.node, this.options);
  }

  /** Stops making blocks and listening, and closes the store. */
  close(): Promise<void> {
    return this.#stack.dispose();
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
  { id, jsonRpc, rpc }: ChainOptions,
  place: number,
  { listenOnAllChains = false, ...own }: DevnetOptions,
) {
  const [ownJsonRpc, ownRpc] = [serverOptions(own.jsonRpc), serverOptions(own.rpc)];
  const beside = (address: Where | undefined): Where =>
    listenOnAllChains ? countedAddress(address, place, id) : false;
  const besideOwn = <T extends ServerAddress>(given: T | boolean | undefined) => {
    const options = serverOptions(given);
    return { ...options, address: beside(options.address), orFreePort: true };
  };
  return {
    jsonRpc: jsonRpc ?? {
      ...(listenOnAllChains && ownJsonRpc),
      address: beside(ownJsonRpc.address),
      wsAddress: false,
      orFreePort: true,
    },
    rpc: rpc ?? { ...(listenOnAllChains && ownRpc), address: beside(ownRpc.address), orFreePort: true },
    api: besideOwn(own.api),
    grpc: besideOwn(own.grpc),
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

/** Returns the options of the chain's network, application and mempool. */
function optionsOf(
  chain: ChainOptions,
  own: Chain,
  options: DevnetOptions,
  { timeouts }: Host,
  rpcAddress: () => string,
) {
  const { mempool, order = DEVNET_OPTIONS.order.fallback, moniker = DEVNET_OPTIONS.moniker.fallback } = options;
  const seed = seedOf(own.seed, chain.id);
  return {
    network: networkOf({
      document: documentOf(chain, seed),
      seed,
      validators: chain.validators ?? (chain.genesis === undefined ? 1 : undefined),
      genesisTime: own.genesis.genesisTime,
    }),
    ...{ seed, timeouts, order },
    own: { moniker, rpcAddress },
    mempool: { ...DEFAULT_MEMPOOL_LIMITS, ...mempool },
    rules: applicationRules(options),
    onStorageWarning: options.onStorageWarning,
  };
}
