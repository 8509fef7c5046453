/**
 * Defines the life of a devnet: it reads the options, opens the chain, starts it, opens the sockets, and closes all in
 * turn.
 */
import type { AssetBackend } from '../backend/assets.js';
import type { EvmChains } from '../backend/evm/chains.js';
import type { EvmBackend } from '../backend/evm/evm_backend.js';
import type { ForkTarget } from '../backend/evm/forked.js';
import { DEVELOPMENT_ACCOUNTS } from '../config/development_accounts.js';
import { addressOfKey } from '../config/development_addresses.js';
import { genesisNamed } from '../config/genesis_names.js';
import { installFastCrypto } from '../crypto/install.js';
import { warmUpSecp256k1 } from '../crypto/secp256k1/index.js';
import type { HalleyError } from '../kernel/errors.js';
import { fromHex } from '../kernel/hex.js';
import { createEvmProvider } from '../rpc/evm/provider.js';
import type { ServedChain } from '../rpc/served_chain.js';
import { type ConsensusTimeouts, DEFAULT_TIMEOUTS } from '../simulation/index.js';
import { Wallet } from './actions/wallet.js';
import { createApi } from './api/create_api.js';
import type { Devnet } from './api/devnet.js';
import { refusingAbsent } from './backends/absent_state.js';
import { assetBackend } from './backends/assets/asset_backend.js';
import type { AssetSource } from './backends/assets/chain_assets.js';
import type { Chain } from './chain/chain.js';
import { type OpeningInternals, openDevnetChain } from './chain/open_devnet_chain.js';
import { type ChainRuntime, startNode } from './chain_runtime.js';
import { closeCounterparties, listenOnCounterparties } from './chains/counterparties.js';
import type { Counterparty, CounterpartyDeps } from './chains/counterparty.js';
import { type Network, openNetwork } from './chains/network.js';
import { Timeline } from './clock/timeline.js';
import { CurrentChain } from './current/current_chain.js';
import { following } from './current/following.js';
import { closeChain, Replacement, type ReplacementDeps } from './current/replacement.js';
import { DisposerStack } from './disposer_stack.js';
import type { BegunFork } from './fork/begin_fork.js';
import type { HomeLock } from './home/home_lock.js';
import { openHome } from './home/home_store.js';
import { keysInFolder, keysInMemory } from './keys/key_files.js';
import { Keystore } from './keys/keystore.js';
import { type Listeners, NO_URLS, openListeners, type Urls } from './listeners.js';
import { checkOptions } from './options/check_options.js';
import { clockOf } from './options/clock.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { faultsOption } from './options/faults_option.js';
import type { DumpStateOption } from './options/state_options.js';
import { type Clock, HOST_PLATFORM, hostSchedule, type Platform } from './platform.js';
import { ProcessProfiler } from './profiling/profiler.js';
import { Recording } from './records/recording.js';
import { serveExternalRelayers } from './relaying/external_relayers.js';
import { CommandQueue } from './runtime/command_queue.js';
import { servedChain } from './served_chain.js';
import { withLoadedGenesis } from './state_files/loaded_genesis.js';
import { mustBeOfChain } from './state_files/own_file.js';
import { StateFileWriter } from './state_files/state_file_writer.js';
import { mustBeWritable } from './state_files/write_state_file.js';

/** Delays the loading of what the first contract needs, in milliseconds: until after the first response. */
const WARM_UP_MS = 100;
/** Delays the start of what only signatures need. It takes 6 ms, in which a test suite may already send calls. */
const SIGNATURES_WARM_UP_MS = 1000;

/**
 * Starts a devnet. When it resolves, block 1 exists, and every requested server listens; `urls` has the addresses.
 * Throws HalleyError: `invalid-argument`, `address-in-use`, `invalid-genesis`, `invalid-config`, `unavailable` (the
 * home folder is in use), `corrupt-store`.
 *
 * Pass `homeLock`, which `lockHome` returned for the folder of the option `home`, when the program has already locked
 * that folder. The devnet releases the lock when it closes or cannot start.
 */
export function createDevnet(options: DevnetOptions = {}, homeLock?: HomeLock): Promise<Devnet> {
  return createBegunDevnet(options, { homeLock });
}

/** Is what a program has done before it knew all options. */
export interface Begun {
  readonly homeLock?: HomeLock | undefined;
  /** Is the fork of the option `fork`. The devnet begins it where this is undefined. */
  readonly begunFork?: BegunFork | undefined;
}

/** Does the same as `createDevnet`, for the command. */
export async function createBegunDevnet(options: DevnetOptions, { homeLock, begunFork }: Begun): Promise<Devnet> {
  try {
    return await startDevnet(options, { openStore: (given) => openHome(given, homeLock), begunFork });
  } catch (error) {
    begunFork?.node.close();
    await homeLock?.release();
    throw error;
  }
}

/** Is what the code of this package may choose besides the options. */
export interface Internals extends OpeningInternals {
  /** Receives the chain runtime when the devnet runs. */
  readonly onRuntime?: (runtime: ChainRuntime) => void;
  /** Replaces randomness, the monotonic clock and the listeners of the host. */
  readonly platform?: Platform;
}

/** Starts a devnet. Without `openStore` it has the store of the home folder. */
export async function startDevnet(given: DevnetOptions, internals: Internals = {}): Promise<Devnet> {
  const checked = checkOptions(given);
  const { genesis } = checked;
  const dump = dumpOptionOf(checked);
  if (dump !== undefined) await mustBeWritable(dump.file);
  await installFastCrypto();
  const clock = clockOf(checked.clock, checked.seed);
  const options =
    typeof genesis === 'string'
      ? { ...checked, genesis: await genesisNamed(genesis) }
      : await withLoadedGenesis(checked, clock.now());
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const recording = options.record === undefined ? undefined : await Recording.open(options.record, options.home);
  if (recording !== undefined && options.onRecordFailure !== undefined) recording.onFailure = options.onRecordFailure;
  let listeners: Listeners | undefined;
  const rpcAddress = (): string => listeners?.rpcAddress ?? '';
  const chain = await openDevnetChain(options, clock, timeouts, rpcAddress, internals);
  const progress = newProgress();
  const { stack, current } = progress;
  stack.defer(() => closeChain(current.begun?.chain ?? chain));
  stack.defer(() => (progress.chains === undefined ? recording?.discard(options.home) : recording?.close()));
  try {
    const host = { clock, rpcAddress, ...internals };
    return await run(chain, options, host, timeouts, recording, progress, (opened, runtime) => {
      listeners = opened;
      internals.onRuntime?.(runtime);
    });
  } catch (error) {
    progress.writer?.abandon();
    // When closing fails as well, that says nothing new.
    await stack.dispose().catch(() => undefined);
    throw error;
  }
}

/** Makes the keystore, which all chains of the devnet share. */
function keystoreOf({ home, onSkippedKey = () => undefined }: DevnetOptions, { clock, platform }: Host): Keystore {
  const files = home === undefined ? keysInMemory() : keysInFolder(home, onSkippedKey);
  const { monotonicMs, random } = platform ?? HOST_PLATFORM;
  return new Keystore(files, { now: () => clock.now(), monotonicMs, random });
}

/** Is where time, randomness and listeners come from. */
interface Host extends Pick<OpeningInternals, 'arrangeKeys'> {
  readonly clock: Clock;
  readonly platform?: Platform;
  /** Returns the addresses of the CometBFT RPC. */
  readonly rpcAddress: () => string;
}

async function run(
  chain: Chain,
  options: DevnetOptions,
  host: Host,
  timeouts: ConsensusTimeouts,
  recording: Recording | undefined,
  progress: Progress,
  onOpen: (listeners: Listeners, runtime: ChainRuntime) => void,
): Promise<Devnet> {
  const keys = (options.privateKeys ?? DEVELOPMENT_ACCOUNTS.map(({ privateKey }) => privateKey)).map(fromHex);
  const wallet = new Wallet(keys, addressOfKey);
  const keystore = keystoreOf(options, host);
  const { stack, current } = progress;
  const profiler = new ProcessProfiler(options.home);
  stack.defer(() => profiler.close());
  const commandQueue = new CommandQueue(recording);
  const { clock, platform } = host;
  const shared = { clock, platform, wallet, keystore, profiler, timeline: new Timeline(), commandQueue, recording };
  const { node, chains, relayer, channels, replacement } = await startChains(
    chain,
    options,
    { ...shared, host },
    timeouts,
    progress,
  );
  const provider = createEvmProvider(node.evm);
  await checkStateFile(node, options);
  const listeners = await listen(node, chains, options, platform, stack);
  // Ends calls that wait, for which the servers would wait.
  stack.defer(() => {
    provider.close();
    node.evm.close();
  });
  onOpen(listeners, current.now);
  stack.defer(() => Promise.all(chains.map((other) => other.stop())));
  stack.defer(() => node.loop.stop());
  stack.defer(() => relayer?.close());
  stack.defer(() => replacement.close());
  stack.defer(warmUpSoon(chain));
  progress.writer = stateFileWriter(node, options);
  progress.isOpen = true;
  await node.networkControl.start(faultsOption(options, chain.simNetwork.size));
  const close = (): Promise<void> => stack.dispose();
  progress.fail = failing(() => {
    progress.writer?.abandon();
    return close();
  }, options.onFatal);
  for (const other of chains) other.node.loop.start();
  node.loop.start(progress.fail);
  const { urls } = listeners;
  const api = createApi({ node, options, wallet, keys, provider, urls, chains, relayer, channels, close });
  progress.chains = {
    chains: () => [...api.chains],
    relayer: () => api.relayer,
    openChannel: (terms) => api.openChannel(terms),
    closeChannel: (end) => api.closeChannel(end),
  };
  for (const one of [current.now, ...chains.map((other) => other.node)])
    serveExternalRelayers(one, relayer?.addressOn(one.chain.genesis.chainId));
  return api;
}

const dumpOptionOf = ({ dumpState }: DevnetOptions): DumpStateOption | undefined =>
  typeof dumpState === 'string' ? { file: dumpState } : dumpState;

/** Rejects with HalleyError `conflict` for a state file that must not be overwritten. */
async function checkStateFile({ stateDumps }: ChainRuntime, options: DevnetOptions): Promise<void> {
  const option = dumpOptionOf(options);
  if (option?.onlyOwn === true) await mustBeOfChain(option.file, stateDumps.blocks);
}

/** Starts to write the state file of the options; returns undefined without one. */
function stateFileWriter(node: ChainRuntime, options: DevnetOptions): StateFileWriter | undefined {
  const { onDumpFailure = () => undefined } = options;
  const option = dumpOptionOf(options);
  return option && new StateFileWriter(() => node.stateDumps, option, onDumpFailure);
}

/** Holds how far the start has come, which chains read while they run. */
interface Progress {
  /** What `close` releases. */
  readonly stack: DisposerStack;
  /** The devnet's own chain, whichever it is. */
  readonly current: CurrentChain;
  /** Is undefined before the servers listen, and without a state file. */
  writer: StateFileWriter | undefined;
  /** Says whether the devnet has several chains. */
  isJoined: boolean;
  /** Says whether every server listens. */
  isOpen: boolean;
  /** Is undefined until the public API exists. */
  chains: EvmChains | undefined;
  /** Ends the devnet with an error of its own chain. */
  fail: (failure: HalleyError) => void;
}

const newProgress = (): Progress => ({
  stack: new DisposerStack(),
  current: new CurrentChain(),
  writer: undefined,
  isJoined: false,
  isOpen: false,
  chains: undefined,
  fail: () => undefined,
});

/** Holds what the chains of a devnet share. */
type Shared = Pick<
  CounterpartyDeps,
  'clock' | 'platform' | 'wallet' | 'keystore' | 'profiler' | 'timeline' | 'commandQueue' | 'recording'
>;

/** Holds the devnet's own chain, whichever it is, and what replaces it. */
interface Started extends Network {
  readonly node: ChainRuntime;
  readonly replacement: Replacement;
}

/** Starts the devnet's own chain, and the others with the relayer between them. */
async function startChains(
  chain: Chain,
  options: DevnetOptions,
  { host, ...shared }: Shared & { readonly host: Host },
  timeouts: ConsensusTimeouts,
  progress: Progress,
): Promise<Started> {
  const isOpen = (): boolean => progress.isOpen;
  const allChains = (): EvmChains | undefined => progress.chains;
  const { stack, current } = progress;
  const all = {
    ...shared,
    timeoutCommit: timeouts.commit,
    isJoined: () => progress.isJoined,
    isOpen,
    allChains,
    // The replacement is made below, and needs what is made here.
    replacement: {
      replace: (target: ForkTarget | undefined) => replacement.replace(target),
      historyTaker: () => replacement.historyTaker(),
      overtake: (reset: () => Promise<void>) => replacement.overtake(reset),
    },
  };
  const replacement = new Replacement({
    ...{ current, options },
    isReady: () => progress.chains !== undefined,
    isJoined: all.isJoined,
    open: openAnother(chain, host, timeouts),
    start: async (opened, changed) => {
      const own = { ...changed, ...all, timeline: new Timeline(), commandQueue: new CommandQueue() };
      const { log, evm, requests } = current.now;
      const next = await startNode(opened, { ...own, before: { log, evm, requests } });
      await next.networkControl.start(faultsOption(changed, opened.simNetwork.size));
      return next;
    },
    startLoop: (next) => {
      next.loop.start((failure) => progress.fail(failure));
      // Only a devnet of one chain, which has no relayer, replaces its chain.
      serveExternalRelayers(next, undefined);
    },
  });
  const currentBackend = (own: EvmBackend): EvmBackend => current.evmBackend(own);
  const node = current.begin(await startNode(chain, { ...options, ...all, currentBackend }));
  const { seed, genesis } = chain;
  const { genesisTime } = genesis;
  const { snapshots } = node;
  stack.defer(() => node.loop.end());
  stack.defer(() => progress.writer?.close());
  // Waits for commands that requests have queued until then.
  stack.defer(() => node.loop.stop());
  const network = await openNetwork(node, {
    ...shared,
    options,
    seed,
    genesisTime,
    timeouts,
    snapshots,
    allChains,
    isOpen,
  });
  stack.defer(() => closeCounterparties(network.chains));
  progress.isJoined = network.chains.length > 0;
  return { node, replacement, ...network };
}

/** Returns the function that opens a chain in memory, in place of `chain`. */
const openAnother =
  (
    { scheduler }: Chain,
    { clock, rpcAddress, arrangeKeys }: Host,
    timeouts: ConsensusTimeouts,
  ): ReplacementDeps['open'] =>
  (options, interrupt) =>
    openDevnetChain(options, clock, timeouts, rpcAddress, {
      ...{ openStore: async () => undefined, scheduler, interrupt },
      ...(arrangeKeys && { arrangeKeys }),
    });

/** Opens the servers of all chains. */
async function listen(
  node: ChainRuntime,
  chains: readonly Counterparty[],
  options: DevnetOptions,
  platform: Platform | undefined,
  stack: DisposerStack,
): Promise<Listeners> {
  let listeners: Listeners | undefined;
  const sources = chains.map(({ node: { chain, clock }, name, prettyName }) => ({ chain, clock, name, prettyName }));
  const assets = assetsOf(node, sources);
  const urls = (): Urls => listeners?.urls ?? NO_URLS;
  const own = servedChain(node, options, urls);
  const all = (): readonly ServedChain[] => [own, ...chains.map(({ served }) => served)];
  const opened = await openListeners({ ...node, assets, chains: all }, options, platform?.listen);
  listeners = opened;
  stack.defer(() => opened.close());
  await listenOnCounterparties(chains);
  return opened;
}

/** Makes the backend of the asset API: for the devnet's own chain, whichever it is, and other chains. */
function assetsOf(node: ChainRuntime, others: readonly AssetSource[]): AssetBackend {
  let made: { readonly chain: Chain; readonly assets: AssetBackend } | undefined;
  const now = (): AssetBackend => {
    const { chain, clock } = node;
    if (made?.chain !== chain)
      made = { chain, assets: refusingAbsent(assetBackend([{ chain, clock }, ...others]), chain.state.remote) };
    return made.assets;
  };
  return following(now(), now);
}

/**
 * Loads what the first contract and the first signature need, soon. Returns a function that prevents it, or waits for its
 * end.
 */
function warmUpSoon({ app }: Chain): () => Promise<void> {
  const warm: Promise<void>[] = [];
  const soon = (delayMs: number, load: () => Promise<void>): (() => void) =>
    hostSchedule(delayMs, () => {
      // A failure is not reported here: it happens again in the block that needs the same, and is reported there.
      warm.push(load().catch(() => undefined));
    });
  const stops = [soon(WARM_UP_MS, () => app.warmUp()), soon(SIGNATURES_WARM_UP_MS, warmUpSecp256k1)];
  return async () => {
    for (const stop of stops) stop();
    await Promise.all(warm);
  };
}

/** Returns the function that closes the devnet after a fatal error of its own chain. */
const failing =
  (close: () => Promise<void>, onFatal: DevnetOptions['onFatal']): Progress['fail'] =>
  (failure) => {
    // When closing fails as well, that says nothing new.
    const closed = close().catch(() => undefined);
    onFatal?.(failure, closed);
  };
