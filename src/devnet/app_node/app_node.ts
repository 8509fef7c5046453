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
import { fromHex } from '../../kernel/hex.js';
import { ZERO_TIME } from '../../kernel/time.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../../mempool/limits.js';
import { type AbciServer, serveAbci } from '../../server/abci/serve_abci.js';
import { Wallet } from '../actions/wallet.js';
import { applicationRules } from '../chain/application_rules.js';
import type { HomeLock } from '../home/home_lock.js';
import { applicationFolder, openHome } from '../home/home_store.js';
import { keysInFolder } from '../keys/key_files.js';
import { Keystore } from '../keys/keystore.js';
import type { DevnetOptions } from '../options/devnet_options.js';
import { HOST_PLATFORM, systemClock } from '../platform.js';
import { ProcessProfiler } from '../profiling/profiler.js';
import { CommandQueue } from '../runtime/command_queue.js';
import { closed } from '../runtime/fatal.js';
import { type AppChain, AppCore } from './app_chain.js';
import { type AppListeners, type AppUrls, openAppListeners } from './app_listeners.js';
import { type AppRuntime, startAppRuntime } from './app_runtime.js';
import { EngineRpc } from './engine_rpc.js';
import { EngineApplication } from './served_application.js';
import { SnapshotFolder } from './snapshots/snapshot_folder.js';
import { SnapshotMaker } from './snapshots/snapshot_maker.js';

type SharedOptions = Pick<
  DevnetOptions,
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
  readonly chain: Pick<AppChain, 'genesis' | 'evmChainId' | 'blockStore'> | undefined;
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
  const store = await openHome({ home, ...(options.onDamage && { onDamage: options.onDamage }) }, lock);
  if (store === undefined) throw new HalleyError('invalid-argument', 'the application needs a home folder');
  try {
    const core: AppCore = await AppCore.open({
      store,
      rules: applicationRules(options),
      mempool: { ...DEFAULT_MEMPOOL_LIMITS, ...options.mempool },
      order: options.order ?? DEVNET_OPTIONS.order.fallback,
      nodeFacts: () => node.facts(),
    });
    const node = new RunningAppNode(options, core, engine);
    return await node.open();
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Reads the genesis document that the engine of the home has; undefined when the engine has another home. */
function genesisOfHome(home: string): GenesisDoc | undefined {
  const { genesis } = homeFiles(home);
  return existsSync(genesis) ? parseGenesis(readGenesisFile(genesis), ZERO_TIME) : undefined;
}

class RunningAppNode implements AppNode {
  readonly #queue = new CommandQueue();
  readonly #snapshots: SnapshotFolder;
  readonly #snapshotMaker: SnapshotMaker;
  readonly #profiler: ProcessProfiler;
  readonly #keystore: Keystore;
  readonly #wallet: Wallet;
  #server: AbciServer | undefined;
  #runtime: AppRuntime | undefined;
  #listeners: AppListeners | undefined;
  #opening: Promise<void> | undefined;
  #problem: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(
    private readonly options: AppNodeOptions,
    private readonly core: AppCore,
    private readonly engine: EngineRpc,
  ) {
    const { home, privateKeys = [], onSkippedKey = () => undefined } = options;
    const { snapshotInterval = 0n, snapshotKeepRecent = 2, onBug = () => undefined } = options;
    this.#snapshots = new SnapshotFolder(join(applicationFolder(home), 'snapshots'));
    this.#snapshotMaker = new SnapshotMaker({
      folder: this.#snapshots,
      interval: snapshotInterval,
      keepRecent: snapshotKeepRecent,
      onFailure: (error) => onBug('a snapshot of the state', error),
    });
    const { monotonicMs, random } = HOST_PLATFORM;
    this.#profiler = new ProcessProfiler(home);
    this.#wallet = new Wallet(privateKeys.map(fromHex));
    this.#keystore = new Keystore(keysInFolder(home, onSkippedKey), {
      now: () => systemClock.now(),
      monotonicMs,
      random,
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
    if (this.#runtime === undefined) throw unavailable('the chain has no block yet');
    return this.#runtime.nodeFacts();
  }

  async open(): Promise<AppNode> {
    const { abci, minRetainBlocks = 0n, onEngine = () => undefined } = this.options;
    this.#queue.listen((failure) => this.#fail(failure));
    const { chain } = this.core;
    try {
      if (chain !== undefined && chain.blockStore.height >= chain.blockStore.base) await this.#serve(chain);
      this.#server = await serveAbci({
        address: abci,
        application: new EngineApplication({
          core: this.core,
          queue: this.#queue,
          snapshots: this.#snapshots,
          ownGenesis: () => genesisOfHome(this.options.home),
          minRetainBlocks,
          onHeight: (of) => this.#onHeight(of),
          onRefused: (hash) => this.#runtime?.forwarder.hold(hash),
        }),
        onFatal: (error) => this.#fail(error),
        onConnect: ({ connections }) => {
          if (connections !== 1) return;
          this.#problem = undefined;
          this.#runtime?.forwarder.holdAll();
          onEngine('the engine is connected');
        },
        onDisconnect: ({ connections }, problem) => {
          if (connections === 1) onEngine(`the engine is gone${problem === undefined ? '' : `: ${problem}`}`);
        },
        onCrash: (where, error) => this.options.onBug?.(where, error),
      });
    } catch (error) {
      await this.#closeAll();
      throw error;
    }
    return this;
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll().then(() => this.core.chain?.store.close());
    return this.#closing;
  }

  /** Opens the servers with the first block, and forwards the transactions that the last block made executable. */
  #onHeight(chain: AppChain): void {
    const { blockStore } = chain;
    if (blockStore.height < blockStore.base) return;
    this.#snapshotMaker.onHeight(chain);
    if (this.#runtime !== undefined) {
      this.#runtime.forwarder.onHeight();
      void this.#runtime.engineStatus.refresh();
    } else this.#opening ??= this.#serve(chain).catch((error: unknown) => this.#fail(error));
  }

  async #serve(chain: AppChain): Promise<void> {
    const { options } = this;
    this.#runtime = await startAppRuntime(chain, {
      ...options,
      queue: this.#queue,
      engine: this.engine,
      wallet: this.#wallet,
      keystore: this.#keystore,
      profiler: this.#profiler,
      problem: () => this.#connectionProblem(),
      onForwardProblem: (text) => this.#report(text),
    });
    this.#listeners = await openAppListeners(this.#runtime, options);
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
    if (this.#closing !== undefined) return;
    this.options.onFatal?.(
      error,
      this.close().catch(() => undefined),
    );
  }

  async #closeAll(): Promise<void> {
    await this.#server?.close();
    await this.#opening;
    this.#runtime?.forwarder.close();
    this.#runtime?.rounds.close();
    this.#runtime?.evm.close();
    this.#runtime?.monitoring.close();
    await this.#listeners?.close();
    await this.#profiler.close();
    await this.#snapshotMaker.settled();
    this.core.scheduler.stop();
    await this.#queue.idle();
    this.#queue.end(closed());
  }
}
