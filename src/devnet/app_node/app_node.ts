/**
 * Runs the application for a CometBFT node: an ABCI server for the engine, and the EVM JSON-RPC, the asset API and the
 * dashboard of the chain that the engine decides. The engine serves the CometBFT RPC.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unavailable } from '../../app/sdk/query/failure.js';
import type { NodeFacts } from '../../app/sdk/query/node_facts.js';
import type { DevAuthority } from '../../config/development_authority.js';
import { homeFiles, readGenesisFile } from '../../config/files.js';
import { DEVNET_OPTIONS } from '../../config/options.js';
import { type GenesisDoc, parseGenesis } from '../../consensus/types/genesis.js';
import { installFastCrypto } from '../../crypto/install.js';
import { HalleyError } from '../../kernel/errors.js';
import { ZERO_TIME } from '../../kernel/time.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../../mempool/limits.js';
import { type AbciServer, serveAbci } from '../../server/abci/serve_abci.js';
import { DEFAULT_TIMEOUTS } from '../../simulation/index.js';
import { applicationRules } from '../chain/application_rules.js';
import type { AppChain } from '../chain/chain.js';
import { DisposerStack } from '../disposer_stack.js';
import type { HomeLock } from '../home/home_lock.js';
import { applicationFolder, openHome } from '../home/home_store.js';
import { createHost, type Host } from '../host.js';
import type { DevnetOptions } from '../options/devnet_options.js';
import { systemClock } from '../platform.js';
import { closed } from '../runtime/fatal.js';
import { AppCore } from './app_core.js';
import { type AppListeners, type AppUrls, openAppListeners } from './app_listeners.js';
import { EngineChain, type EngineLink } from './engine_chain.js';
import { EngineRpc } from './engine_rpc.js';
import { EngineApplication } from './served_application.js';
import { SnapshotFolder } from './snapshots/snapshot_folder.js';
import { SnapshotMaker } from './snapshots/snapshot_maker.js';

type SharedOptions = Pick<
  DevnetOptions,
  | 'api'
  | 'artifacts'
  | 'grpc'
  | 'assets'
  | 'autoImpersonate'
  | 'clientVersion'
  | 'compat'
  | 'dashboard'
  | 'jsonRpc'
  | 'log'
  | 'machine'
  | 'maxTransactions'
  | 'mempool'
  | 'onBug'
  | 'onDamage'
  | 'onSkippedKey'
  | 'order'
  | 'privateKeys'
>;

export interface AppNodeOptions extends SharedOptions {
  /** Home folder of the CometBFT node. The application has the folder `application` in it. */
  readonly home: string;
  /** Address at which ABCI listens: `tcp://127.0.0.1:26658` or `unix:///path`. */
  readonly abci: string;
  /** URL of the engine's RPC, such as `http://127.0.0.1:26657`. */
  readonly node: string;
  /** Key of the dev authority, if this node has it. */
  readonly devAuthority?: DevAuthority | undefined;
  /** Fewest blocks that the engine retains; 0n, the default, retains all. */
  readonly minRetainBlocks?: bigint;
  /** Makes a snapshot for state sync at each multiple of this height; 0n, the default, makes none. */
  readonly snapshotInterval?: bigint;
  /** Snapshots that are retained; 2 by default. */
  readonly snapshotKeepRecent?: number;
  /** Runs when the servers of the chain listen: at once, or when the engine has begun a new chain. */
  readonly onServing?: (node: AppNode) => void;
  /** Runs once, when the node cannot continue; `closed` resolves when it has closed. */
  readonly onFatal?: (error: unknown, closed: Promise<void>) => void;
  /** Receives messages about the connection to the engine. */
  readonly onEngine?: (text: string) => void;
}

export interface AppNode {
  /** Address at which ABCI listens, as the engine's `proxy_app` names it. */
  readonly abci: string;
  /** Addresses of the servers; `undefined` until the chain has begun. */
  readonly urls: AppUrls | undefined;
  /** `undefined` until the chain has begun. */
  readonly chain: AppChain | undefined;
  close(): Promise<void>;
}

/**
 * Starts the node. When it resolves, ABCI listens; the other servers open when there is a chain. Throws HalleyError:
 * `address-in-use`, `invalid-argument`, `invalid-genesis`, `unavailable` (the home folder is in use), `corrupt-store`.
 */
export async function startAppNode(options: AppNodeOptions, lock?: HomeLock): Promise<AppNode> {
  const engine = new EngineRpc(options.node);
  await installFastCrypto();
  const home = applicationFolder(options.home);
  const store = await openHome({ home, onDamage: options.onDamage }, lock);
  if (store === undefined) throw new HalleyError('invalid-argument', 'the application needs a home folder');
  const stack = new DisposerStack();
  stack.defer(() => store.close());
  try {
    const core: AppCore = await AppCore.open({
      store,
      rules: applicationRules(options),
      mempool: { ...DEFAULT_MEMPOOL_LIMITS, ...options.mempool },
      order: options.order ?? DEVNET_OPTIONS.order.fallback,
      nodeFacts: () => node.facts(),
    });
    const node = new RunningAppNode(options, core, engine, stack);
    await node.open();
    return node;
  } catch (error) {
    await stack.dispose().catch(() => undefined);
    throw error;
  }
}

/** Reads the genesis document that the engine of the home has; undefined when the engine has another home. */
function genesisOfHome(home: string): GenesisDoc | undefined {
  const { genesis } = homeFiles(home);
  return existsSync(genesis) ? parseGenesis(readGenesisFile(genesis), ZERO_TIME) : undefined;
}

class RunningAppNode implements AppNode {
  readonly #host: Host;
  readonly #snapshots: SnapshotFolder;
  readonly #snapshotMaker: SnapshotMaker;
  #server: AbciServer | undefined;
  #running: EngineChain | undefined;
  #listeners: AppListeners | undefined;
  #opening: Promise<void> | undefined;
  #problem: string | undefined;

  constructor(
    private readonly options: AppNodeOptions,
    private readonly core: AppCore,
    private readonly engine: EngineRpc,
    private readonly stack: DisposerStack,
  ) {
    const { home, privateKeys = [], snapshotInterval = 0n, snapshotKeepRecent = 2, onBug = () => undefined } = options;
    this.#host = createHost({ ...options, privateKeys }, systemClock, DEFAULT_TIMEOUTS);
    this.#host.isOpen = true;
    this.#host.keystore.load();
    this.#snapshots = new SnapshotFolder(join(applicationFolder(home), 'snapshots'));
    this.#snapshotMaker = new SnapshotMaker({
      folder: this.#snapshots,
      interval: snapshotInterval,
      keepRecent: snapshotKeepRecent,
      onFailure: (error) => onBug('a snapshot of the state', error),
    });
  }

  get abci(): string {
    return this.#server?.address ?? this.options.abci;
  }

  get urls(): AppUrls | undefined {
    return this.#listeners?.urls;
  }

  get chain(): AppChain | undefined {
    return this.core.chain;
  }

  /** Returns what queries return about this node. Throws SdkQueryError before the first block. */
  facts(): NodeFacts {
    if (this.#running === undefined) throw unavailable('the chain has no block yet');
    return this.#running.nodeFacts();
  }

  async open(): Promise<void> {
    const { abci, minRetainBlocks = 0n, onEngine = () => undefined } = this.options;
    const { commandQueue } = this.#host;
    const { chain } = this.core;
    commandQueue.listen((failure) => this.#fail(failure));
    this.#deferReleases();
    if (chain !== undefined && chain.blockStore.height >= chain.blockStore.base) await this.#serve(chain);
    this.#server = await serveAbci({
      address: abci,
      application: new EngineApplication({
        core: this.core,
        queue: commandQueue,
        snapshots: this.#snapshots,
        ownGenesis: () => genesisOfHome(this.options.home),
        minRetainBlocks,
        onHeight: (of) => this.#onHeight(of),
        onRefused: (hash) => this.#running?.forwarder.hold(hash),
      }),
      onFatal: (error) => this.#fail(error),
      onConnect: ({ connections }) => {
        if (connections !== 1) return;
        this.#problem = undefined;
        this.#running?.forwarder.holdAll();
        onEngine('the engine is connected');
      },
      onDisconnect: ({ connections }, problem) => {
        if (connections === 1) onEngine(`the engine is gone${problem === undefined ? '' : `: ${problem}`}`);
      },
      onCrash: (where, error) => this.options.onBug?.(where, error),
    });
  }

  /** Writes the order of closing. The engine is the first to go: the chain may begin, and be served, at its first call. */
  #deferReleases(): void {
    const { stack } = this;
    const { commandQueue, profiler, sources } = this.#host;
    stack.defer(() => commandQueue.end(closed()));
    stack.defer(() => commandQueue.idle());
    stack.defer(() => this.core.scheduler.stop());
    stack.defer(() => this.#snapshotMaker.settled());
    stack.defer(() => profiler.close());
    stack.defer(() => sources.close());
    stack.defer(() => this.#listeners?.close());
    stack.defer(() => this.#running?.close());
    stack.defer(() => this.#opening);
    stack.defer(() => this.#server?.close());
  }

  close(): Promise<void> {
    return this.stack.dispose();
  }

  /** Opens the servers with the first block, and forwards the transactions that the last block made executable. */
  #onHeight(chain: AppChain): void {
    const { blockStore } = chain;
    if (blockStore.height < blockStore.base) return;
    this.#snapshotMaker.onHeight(chain);
    if (this.#running !== undefined) {
      this.#running.forwarder.onHeight();
      void this.#running.engineStatus.refresh();
    } else this.#opening ??= this.#serve(chain).catch((error: unknown) => this.#fail(error));
  }

  async #serve(chain: AppChain): Promise<void> {
    const { options, engine: rpc } = this;
    const link: EngineLink = {
      rpc,
      problem: () => this.#connectionProblem(),
      onForwardProblem: (text) => this.#report(text),
    };
    this.#running = await EngineChain.start(chain, this.#host, link, options);
    this.#listeners = await openAppListeners(this.#running, this.#host.sources.shown, options);
    options.onServing?.(this);
  }

  #connectionProblem(): string | undefined {
    const isConnected = this.#server !== undefined && this.#server.connections() > 0;
    return isConnected ? undefined : `no CometBFT node is connected to ${this.abci}`;
  }

  /** Reports each problem of the engine's RPC once, until an engine connects. */
  #report(text: string): void {
    if (text === this.#problem) return;
    this.#problem = text;
    this.options.onEngine?.(text);
  }

  #fail(error: unknown): void {
    if (this.stack.isDisposed) return;
    this.options.onFatal?.(
      error,
      this.close().catch(() => undefined),
    );
  }
}
