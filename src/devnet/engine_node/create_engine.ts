/**
 * Runs the simulated network over any application of ABCI 2.0: the life of an engine, and what programs use of it.
 *
 * ```ts
 * import { createEngine } from 'halley-devnet';
 *
 * await using engine = await createEngine({ app: 'tcp://127.0.0.1:26658', rpc: true });
 * engine.urls.cometRpc; // 'http://127.0.0.1:' and a free port
 * ```
 */
import { DEFAULT_SEED } from '../../config/development_authority.js';
import { DEVNET_OPTIONS } from '../../config/options.js';
import { powerOf } from '../../consensus/types/validator_set.js';
import { installFastCrypto } from '../../crypto/install.js';
import type { HalleyError } from '../../kernel/errors.js';
import { FairScheduler } from '../../kernel/fair_scheduler.js';
import { toUpperHex } from '../../kernel/hex.js';
import { NANOS_PER_SECOND } from '../../kernel/time.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../../mempool/limits.js';
import { monitored } from '../../rpc/monitoring/monitored.js';
import { type ListenAllOptions, listenAll } from '../../server/listen_all.js';
import { snapshotId } from '../../settings/reader.js';
import { DEFAULT_TIMEOUTS } from '../../simulation/index.js';
import { MemoryStore } from '../../storage/memory_store.js';
import { OverflowFile } from '../../storage/overflow_file.js';
import { applicationOf, type DevnetChain } from '../api/chains.js';
import type { Devnet } from '../api/devnet.js';
import { mineWith } from '../api/mining.js';
import { networkOf } from '../api/network.js';
import { timeOf } from '../api/time.js';
import { countingNumber } from '../api/whole_number.js';
import { readStoredGenesis } from '../chain/stored_genesis.js';
import { cometServer } from '../comet_server.js';
import { DisposerStack } from '../disposer_stack.js';
import { openHome } from '../home/home_store.js';
import type { Urls } from '../listeners.js';
import { clockOf } from '../options/clock.js';
import { miningModeOption } from '../options/mining_mode_option.js';
import { eventLoop, hostSchedule } from '../platform.js';
import { readRevertOptions } from '../snapshots/snapshots.js';
import type { DevnetValidator } from '../views/validators.js';
import { EngineApplications } from './engine_applications.js';
import { EngineNode } from './engine_node.js';
import { type CheckedEngineOptions, checkEngineOptions, type EngineOptions } from './engine_options.js';
import { shakeHands } from './handshake.js';
import { HostedApplication } from './hosted_application.js';
import { HostedChain } from './hosted_chain.js';
import { type HostedGenesisOptions, hostedGenesis, mustHaveKeys } from './hosted_genesis.js';

type Shared = 'height' | 'miningMode' | 'setMiningMode' | 'step' | 'mine' | 'time' | 'network' | 'chainId';
type SharedMembers = Shared | 'snapshot' | 'revert';

/** Simulated network over an application. Members that a devnet has too do the same. */
export interface Engine extends Pick<Devnet, SharedMembers>, Pick<DevnetChain, 'query' | 'broadcast'>, AsyncDisposable {
  readonly urls: Pick<Urls, 'cometRpc' | 'cometRpcAll'> & { readonly dashboard: string | undefined };
  /** App hash after the newest block, in upper-case hex. */
  readonly appHash: string;
  readonly validators: readonly Pick<DevnetValidator, 'index' | 'name' | 'address' | 'power'>[];
  /**
   * Removes the newest blocks, 1 without an argument. Transactions in the mempool stay if they are still valid. Going
   * back rejects with `unavailable` for an application that the engine has not started (`appCommand`).
   */
  rollback(blocks?: bigint | number): Promise<void>;
  /** Goes back to the first block, without the faults, transactions and snapshots since. */
  reset(): Promise<void>;
  /** Starts the application of `appCommand` again, with its data, such as after its program was built anew. */
  restartApplication(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts an engine. When it resolves, the application has the newest block, block 1 exists, and the RPC listens. Throws
 * HalleyError: `invalid-argument`, `address-in-use`, `invalid-genesis`, `unavailable` (no application, or the home folder
 * is in use), `conflict` (the application has other blocks), `stopped` (the application has failed), `corrupt-store`.
 */
export const createEngine = (given: EngineOptions): Promise<Engine> => startedEngine(given, {});

/** Overrides for the code of this package. */
export interface EngineInternals extends Pick<HostedGenesisOptions, 'arrangeKeys'> {
  /** Receives the node before it starts. */
  readonly onNode?: (node: EngineNode) => void;
}

/** Starts an engine as `createEngine` does. */
export async function startedEngine(given: EngineOptions, internals: EngineInternals): Promise<Engine> {
  const options = await checkEngineOptions(given);
  await installFastCrypto();
  const stack = new DisposerStack();
  try {
    return await startEngine(options, stack, internals);
  } catch (error) {
    await stack.dispose().catch(() => undefined);
    throw error;
  }
}

/** Longest time that closing waits for the application, in milliseconds. A block that it does not finish is lost. */
const CLOSE_TIME_MS = 1_000;

/** Folder of the engine's chain in a home folder, so that a devnet's chain there is another. */
const FOLDER = 'engine';

async function startEngine(options: CheckedEngineOptions, stack: DisposerStack, own: EngineInternals): Promise<Engine> {
  const { home, onDamage, onStorageWarning, moniker = DEVNET_OPTIONS.moniker.fallback } = options;
  const disk = home === undefined ? undefined : await openHome({ home: `${home}/${FOLDER}`, onDamage });
  const store = disk ?? new MemoryStore(new OverflowFile(undefined, onStorageWarning));
  stack.defer(() => store.close());
  const clock = clockOf(options.clock, options.seed);
  const stored = readStoredGenesis(store);
  const seed = options.seed ?? stored?.seed ?? DEFAULT_SEED;
  const network = hostedGenesis({
    document: options.genesis ?? stored?.genesis,
    seed,
    validators: options.validators,
    keys: options.keys,
    arrangeKeys: own.arrangeKeys,
    genesisTime:
      stored?.genesisTime ?? (options.timestamp === undefined ? clock.now() : options.timestamp * NANOS_PER_SECOND),
  });
  let failed: (error: HalleyError) => void = () => undefined;
  const applications = await EngineApplications.open({
    ...{ ...options, keys: network.keys, genesis: options.genesis ?? stored?.genesis },
    folder: home === undefined ? undefined : `${home}/${FOLDER}`,
    onFailure: (error) => failed(error),
  });
  stack.defer(() => applications.close());
  const app = new HostedApplication(await applications.start(), applications);
  const durable = disk !== undefined;
  const blockStore = await shakeHands({ app, store, durable, network });
  app.checkBy(() => blockStore.state);
  mustHaveKeys(blockStore.state.validators, network.keys);
  let rpcAddress = '';
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const chain = new HostedChain({
    ...{ app, blockStore, durable, seed, store, timeouts },
    genesis: network.genesis,
    nodeKeys: network.keys,
    scheduler: new FairScheduler(eventLoop),
    mempool: { ...DEFAULT_MEMPOOL_LIMITS, ...options.mempool },
    order: 'fifo',
    own: { moniker, rpcAddress: () => rpcAddress },
  });
  const node = new EngineNode(chain, clock, options, applications);
  own.onNode?.(node);
  stack.defer(() => node.loop.end());
  stack.defer(async () => {
    const cancel = hostSchedule(CLOSE_TIME_MS, () => {
      app.abandon();
      applications.abandon();
    });
    await node.loop.stop();
    cancel();
  });
  const page =
    options.dashboard && (await import('./engine_page.js')).enginePage(node, options, (): Engine['urls'] => urls);
  await node.start();
  stack.defer(() => node.close());
  const listen = async (server: ListenAllOptions, ownHealth: boolean) => {
    const watch = { name: server.handler.name, monitoring: () => node.monitor(), requests: node.requests, ownHealth };
    const listeners = await listenAll({ ...server, middleware: [monitored(watch)] });
    stack.defer(() => listeners.close());
    return listeners.all;
  };
  stack.defer(() => node.rpcGates.close());
  const rpc = await listen({ ...cometServer(node, options), faults: node.rpcGates.of('comet') }, true);
  rpcAddress = rpc.map(({ port, address }) => (port === undefined ? address : `tcp://${address}`)).join(',');
  const urls: Engine['urls'] = {
    cometRpc: rpc[0]?.url,
    cometRpcAll: rpc.map(({ url }) => url),
    dashboard: page ? (await listen(page, false))[0]?.url : undefined,
  };
  const close = () => stack.dispose();
  const fail = (error: HalleyError): void => {
    if (stack.isDisposed) return;
    const closed = close().catch(() => undefined);
    options.onFatal?.(error, closed);
  };
  failed = (error) => void node.applicationFailed(error);
  node.loop.start(fail);
  return engineOf(node, urls, close);
}

function engineOf(node: EngineNode, urls: Engine['urls'], close: () => Promise<void>): Engine {
  const { chain, loop, mining, slot } = node;
  return {
    chainId: chain.genesis.chainId,
    urls,
    get height() {
      return chain.blockStore.height;
    },
    get appHash() {
      return toUpperHex(chain.blockStore.state.appHash);
    },
    get validators() {
      const { validators } = chain.blockStore.state;
      return chain.keys.map(({ name, address }, index) => ({
        index,
        name,
        address: toUpperHex(address),
        power: powerOf(validators, address),
      }));
    },
    get miningMode() {
      return loop.miningMode;
    },
    setMiningMode: async (miningMode) => loop.setMiningMode(miningModeOption({ miningMode })),
    step: (unit = 'event', count = 1) => loop.step(unit, count),
    mine: async (given = {}) => mineWith(mining, given),
    time: timeOf(slot, () => node.time),
    network: networkOf(slot),
    ...applicationOf(slot),
    snapshot: () => node.snapshot(),
    revert: async (id, options = {}) => node.snapshots.revert(snapshotId(id, 'id'), readRevertOptions(options)),
    rollback: async (blocks = 1) => node.rollback(countingNumber('blocks', blocks)),
    reset: () => node.reset(),
    restartApplication: () => node.restartApplication(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
