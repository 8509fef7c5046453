/**
 * Defines the life of a devnet: it reads the options, opens the chain, starts it, opens the sockets, and closes all in
 * turn.
 */
import type { ChainSlot } from '../backend/chain_slot.js';
import type { BrowserWallet } from '../backend/evm/wallet.js';
import { genesisNamed } from '../config/genesis_names.js';
import { installFastCrypto } from '../crypto/install.js';
import { warmUpSecp256k1 } from '../crypto/secp256k1/index.js';
import { type HalleyError, invariant } from '../kernel/errors.js';
import { createEvmProvider } from '../rpc/evm/provider.js';
import { DEFAULT_TIMEOUTS } from '../simulation/index.js';
import { createApi } from './api/create_api.js';
import type { Devnet } from './api/devnet.js';
import { assetBackend } from './backends/assets/asset_backend.js';
import { type OpeningInternals, openDevnetChain } from './chain/open_devnet_chain.js';
import { ChainNode } from './chain_node.js';
import { closeCounterparties, listenOnCounterparties } from './chains/counterparties.js';
import type { Counterparty } from './chains/counterparty.js';
import { openNetwork } from './chains/network.js';
import { Timeline } from './clock/timeline.js';
import { DisposerStack } from './disposer_stack.js';
import { loadFaults } from './faults/read_fault.js';
import type { BegunFork } from './fork/begin_fork.js';
import type { Interrupt } from './fork/interrupt.js';
import type { HomeLock } from './home/home_lock.js';
import { openHome } from './home/home_store.js';
import { createHost, type Host } from './host.js';
import { type Listeners, NO_URLS, openListeners } from './listeners.js';
import { checkOptions, hasReports } from './options/check_options.js';
import { clockOf } from './options/clock.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { faultsOption } from './options/faults_option.js';
import type { DumpStateOption } from './options/state_options.js';
import { hostSchedule, type Platform } from './platform.js';
import { Recording } from './records/recording.js';
import { serveExternalRelayers } from './relaying/external_relayers.js';
import { Replacement } from './replacement.js';
import { CommandQueue } from './runtime/command_queue.js';
import { servedChain } from './served_chain.js';
import { withLoadedGenesis } from './state_files/loaded_genesis.js';
import { mustBeOfChain } from './state_files/own_file.js';
import { StateFileWriter } from './state_files/state_file_writer.js';
import { mustBeWritable } from './state_files/write_state_file.js';
import type { WalletChain } from './wallet/handler.js';

/**
 * Delays the loading of what the first signature and the first contract need, in milliseconds. It takes some 15 ms, for
 * which the first response does not wait. That response brings it forward, because a client that has it sends at once.
 */
const WARM_UP_MS = 100;
/** Lets the first response leave before the loading. */
const AFTER_RESPONSE_MS = 1;

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

/** Work the command starts before it parses options. */
export interface Begun {
  readonly homeLock?: HomeLock | undefined;
  /** Fork of the option `fork`. The devnet begins it where this is `undefined`. */
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

/** Internal and test-only overrides. */
export interface Internals extends OpeningInternals {
  /** Receives the chain runtime when the devnet runs. */
  readonly onRuntime?: (runtime: ChainNode) => void;
  /** Replaces randomness, the monotonic clock and the listeners of the host. */
  readonly platform?: Platform;
}

/** Starts a devnet. Without `openStore` it has the store of the home folder. */
export async function startDevnet(given: DevnetOptions, internals: Internals = {}): Promise<Devnet> {
  if ((Object(given) as DevnetOptions).faults !== undefined) await loadFaults();
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
  const { record, home, onRecordFailure } = options;
  const recording = record === undefined ? undefined : await Recording.open(record, home);
  if (recording !== undefined && onRecordFailure !== undefined) recording.onFailure = onRecordFailure;
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const host = createHost(options, clock, timeouts, recording, internals.platform);
  if (hasReports(options)) await (await import('./report_files.js')).beginReports(host);
  return await new Start(host, internals).run();
}

/** The start of a devnet. What it acquires is released in the reverse order, by `close` or when the start fails. */
class Start {
  readonly #stack = new DisposerStack();
  /** Place of the devnet's own chain; undefined before the first one has started. */
  #slot: ChainSlot<ChainNode> | undefined;
  readonly #replacement: Replacement;
  #listeners: Listeners | undefined;
  #writer: StateFileWriter | undefined;

  constructor(
    private readonly host: Host,
    private readonly internals: Internals,
  ) {
    this.#replacement = new Replacement(host, {
      node: () => this.#node,
      open: (options, interrupt) => this.#openAnother(options, interrupt),
      start: async (next, options) => {
        await next.start();
        await next.networkControl.start(faultsOption(options, next.chain.simNetwork.size));
      },
      startLoop: (next) => {
        next.loop.start((failure) => this.#fail(failure));
        // Only a devnet of one chain, which has no relayer, replaces its chain.
        serveExternalRelayers(next, undefined);
      },
    });
  }

  async run(): Promise<Devnet> {
    try {
      return await this.#acquire(await this.#open());
    } catch (error) {
      await this.#giveUp();
      throw error;
    }
  }

  async #acquire(node: ChainNode): Promise<Devnet> {
    const { host } = this;
    const { options } = host;
    await node.start();
    const { chains, relayer, channels } = await openNetwork(node, host);
    this.#stack.defer(() => closeCounterparties(chains));
    host.isJoined = chains.length > 0;
    const provider = createEvmProvider(node.evm);
    await checkStateFile(node, options);
    const { urls } = await this.#listen(node, chains);
    // Ends calls that wait, for which the servers would wait.
    this.#stack.defer(() => {
      provider.close();
      node.evm.close();
    });
    this.internals.onRuntime?.(node);
    this.#stack.defer(() => Promise.all(chains.map((other) => other.node.loop.stop())));
    this.#stack.defer(() => this.#node.loop.stop());
    this.#stack.defer(() => relayer?.close());
    this.#stack.defer(() => this.#replacement.close());
    // Without a server of JSON-RPC it is part of the start, because a suite in process sends at once.
    if (urls.evmHttp === undefined) await warmUpSecp256k1();
    this.#stack.defer(warmUpSoon(node));
    this.#writer = stateFileWriter(node.slot, options);
    host.isOpen = true;
    host.sources.begin();
    await node.networkControl.start(faultsOption(options, node.chain.simNetwork.size));
    for (const other of chains) other.node.loop.start();
    node.loop.start((failure) => this.#fail(failure));
    const close = (): Promise<void> => this.#stack.dispose();
    let wallet: Promise<BrowserWallet> | undefined;
    host.browserWallet = () => (wallet ??= openWallet(host, [{ slot: node.slot, provider }, ...walletChains(chains)]));
    const api = createApi({ slot: node.slot, host, provider, urls, chains, relayer, channels, close });
    host.chains = {
      chains: () => [...api.chains],
      relayer: () => api.relayer,
      openChannel: (terms) => api.openChannel(terms),
      closeChannel: (end) => api.closeChannel(end),
    };
    for (const one of [node, ...chains.map((other) => other.node)])
      serveExternalRelayers(one, relayer?.addressOn(one.chain.genesis.chainId));
    return api;
  }

  /** Opens the chain of the options. */
  async #open(): Promise<ChainNode> {
    const { host, internals } = this;
    const { options, recording } = host;
    const node = await ChainNode.open(host, { ...options, replacement: this.#replacement }, (broadcast) =>
      openDevnetChain(options, host.clock, host.timeouts, () => this.#rpcAddress, {
        ...internals,
        broadcast,
        execute: host.sources.reports?.execute,
      }),
    );
    this.#slot = node.slot;
    this.#stack.defer(() => this.#node.close());
    this.#stack.defer(() => (host.chains === undefined ? recording?.discard(options.home) : recording?.close()));
    this.#stack.defer(() => host.profiler.close());
    this.#stack.defer(() => this.#node.loop.end());
    this.#stack.defer(() => this.#writer?.close());
    this.#stack.defer(() => host.sources.close());
    if (hasReports(options)) this.#stack.defer(async () => (await import('./report_files.js')).writeReports(host));
    // Waits for commands that requests have queued until then.
    this.#stack.defer(() => this.#node.loop.stop());
    host.keystore.load();
    return node;
  }

  get #node(): ChainNode {
    invariant(this.#slot !== undefined, 'the chain has started');
    return this.#slot.now;
  }

  /** Opens a chain in memory that may replace the current one, with a clock and a queue of commands of its own. */
  #openAnother(options: DevnetOptions, interrupt: Interrupt): Promise<ChainNode> {
    const host = { ...this.host, timeline: new Timeline(), commandQueue: new CommandQueue() };
    const { arrangeKeys, features } = this.internals;
    const before = this.#node;
    const { scheduler } = before.chain;
    const openStore = async (): Promise<undefined> => undefined;
    return ChainNode.open(host, { ...options, replacement: this.#replacement, before }, (broadcast) => {
      const execute = host.sources.reports?.execute;
      const another = { openStore, scheduler, interrupt, arrangeKeys, features, broadcast, execute };
      return openDevnetChain(options, host.clock, host.timeouts, () => this.#rpcAddress, another);
    });
  }

  /** Opens the servers of all chains. */
  async #listen(node: ChainNode, chains: readonly Counterparty[]): Promise<Listeners> {
    const { options } = this.host;
    const others = chains.map(({ node: { chain, clock }, name, prettyName }) => ({ chain, clock, name, prettyName }));
    const own = servedChain(node, options, () => this.#listeners?.urls ?? NO_URLS);
    const served = [own, ...chains.map((other) => other.served)];
    const assets = assetBackend(() => [node.slot.now, ...others]);
    const listeners = await openListeners(node, options, {
      artifacts: this.host.sources.shown,
      assets,
      chains: () => served,
    });
    this.#listeners = listeners;
    this.#stack.defer(() => listeners.close());
    await listenOnCounterparties(chains);
    return listeners;
  }

  get #rpcAddress(): string {
    return this.#listeners?.rpcAddress ?? '';
  }

  /** Closes the devnet after a fatal error of its own chain. */
  #fail(failure: HalleyError): void {
    this.host.options.onFatal?.(failure, this.#giveUp());
  }

  /** Closes the devnet, and leaves its state file as it is. When closing fails as well, that says nothing new. */
  #giveUp(): Promise<void> {
    this.#writer?.abandon();
    return this.#stack.dispose().catch(() => undefined);
  }
}

const walletChains = (chains: readonly Counterparty[]): readonly WalletChain[] =>
  chains.map(({ node: { slot }, provider }) => ({ slot, provider }));

/** Loads the wallet of pages. */
async function openWallet(host: Host, chains: readonly WalletChain[]): Promise<BrowserWallet> {
  const { TestWallet } = await import('./wallet/browser_wallet.js');
  return new TestWallet({ host, chains, schedule: hostSchedule });
}

const dumpOptionOf = ({ dumpState }: DevnetOptions): DumpStateOption | undefined =>
  typeof dumpState === 'string' ? { file: dumpState } : dumpState;

/** Rejects with HalleyError `conflict` for a state file that must not be overwritten. */
async function checkStateFile({ stateDumps }: ChainNode, options: DevnetOptions): Promise<void> {
  const option = dumpOptionOf(options);
  if (option?.onlyOwn === true) await mustBeOfChain(option.file, stateDumps.blocks);
}

/** Starts to write the state file of the options; returns undefined without one. */
function stateFileWriter(slot: ChainSlot<ChainNode>, options: DevnetOptions): StateFileWriter | undefined {
  const { onDumpFailure = () => undefined } = options;
  const option = dumpOptionOf(options);
  return option && new StateFileWriter(() => slot.now.stateDumps, option, onDumpFailure);
}

/**
 * Loads what the first signature and the first contract need, soon, and lets others run between the two. Returns a
 * function that prevents it, or waits for its end.
 */
function warmUpSoon({ chain: { app, scheduler }, requests }: ChainNode): () => Promise<void> {
  let warm: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    await warmUpSecp256k1();
    await new Promise<void>((resolve) => scheduler.afterIo(resolve));
    await app.warmUp();
  };
  const soon = (delayMs: number): (() => void) =>
    hostSchedule(delayMs, () => {
      // A failure is not reported here: it happens again in the block that needs the same, and is reported there.
      warm ??= load().catch(() => undefined);
    });
  const stops = [soon(WARM_UP_MS)];
  requests.onFirst = () => stops.push(soon(AFTER_RESPONSE_MS));
  return async () => {
    requests.onFirst = undefined;
    for (const stop of stops) stop();
    await warm;
  };
}
