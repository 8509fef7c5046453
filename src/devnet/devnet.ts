/**
 * Defines the life of a devnet: it reads the options, opens the chain, starts it, opens the sockets, and closes all in
 * turn.
 */

import type { EvmChains } from '../backend/evm/chains.js';
import { DEVELOPMENT_ACCOUNTS } from '../config/development_accounts.js';
import { genesisNamed } from '../config/genesis_names.js';
import { installFastCrypto } from '../crypto/install.js';
import type { HalleyError } from '../kernel/errors.js';
import { fromHex } from '../kernel/hex.js';
import { createEvmProvider } from '../rpc/evm/provider.js';
import { type ConsensusTimeouts, DEFAULT_TIMEOUTS } from '../simulation/index.js';
import { Wallet } from './actions/wallet.js';
import { createApi } from './api/create_api.js';
import type { Devnet } from './api/devnet.js';
import { assetBackend } from './backends/assets/asset_backend.js';
import type { Chain } from './chain/chain.js';
import { openDevnetChain } from './chain/open_devnet_chain.js';
import { startNode } from './chain_runtime.js';
import { closeCounterparties, listenOnCounterparties } from './chains/counterparties.js';
import { openNetwork } from './chains/network.js';
import { Timeline } from './clock/timeline.js';
import type { HomeLock } from './home/home_lock.js';
import { openHome } from './home/home_store.js';
import { keysInFolder, keysInMemory } from './keys/key_files.js';
import { Keystore } from './keys/keystore.js';
import { type Listeners, openListeners } from './listeners.js';
import { checkOptions } from './options/check_options.js';
import { clockOf } from './options/clock.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { type Clock, hostRandom, hostSchedule, monotonicMs } from './platform.js';
import { ProcessProfiler } from './profiling/profiler.js';
import { CommandQueue } from './runtime/command_queue.js';

/**
 * Delays the loading of what the first contract needs. It is loaded soon after the start, but after the first response.
 */
const WARM_UP_MS = 100;

/**
 * Starts a devnet. When it resolves, block 1 exists, and every requested server listens; `urls` has the addresses.
 * Throws HalleyError: `invalid-argument`, `address-in-use`, `invalid-genesis`, `invalid-config`, `unavailable` (the
 * home folder is in use), `corrupt-store`.
 *
 * Pass `homeLock`, which `lockHome` returned for the folder of the option `home`, when the program has already locked
 * that folder. The devnet releases the lock when it closes or cannot start.
 */
export async function createDevnet(options: DevnetOptions = {}, homeLock?: HomeLock): Promise<Devnet> {
  try {
    return await startDevnet(options, (given) => openHome(given, homeLock));
  } catch (error) {
    await homeLock?.release();
    throw error;
  }
}

/** Starts a devnet over the store that `openStore` opens, in place of the store of the home folder. */
export async function startDevnet(
  given: DevnetOptions,
  openStore?: Parameters<typeof openDevnetChain>[4],
): Promise<Devnet> {
  const checked = checkOptions(given);
  const { genesis } = checked;
  const options = typeof genesis === 'string' ? { ...checked, genesis: await genesisNamed(genesis) } : checked;
  await installFastCrypto();
  const clock = clockOf(options.clock, options.seed);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  let listeners: Listeners | undefined;
  const chain = await openDevnetChain(options, clock, timeouts, () => listeners?.rpcAddress ?? '', openStore);
  try {
    return await run(chain, options, clock, timeouts, (opened) => {
      listeners = opened;
    });
  } catch (error) {
    await chain.store.close();
    throw error;
  }
}

/** Makes the keystore, which all chains of the devnet share. */
function keystoreOf({ home, onSkippedKey = () => undefined }: DevnetOptions, clock: Clock): Keystore {
  const files = home === undefined ? keysInMemory() : keysInFolder(home, onSkippedKey);
  return new Keystore(files, { now: () => clock.now(), monotonicMs, random: hostRandom });
}

async function run(
  chain: Chain,
  options: DevnetOptions,
  clock: Clock,
  timeouts: ConsensusTimeouts,
  onOpen: (listeners: Listeners) => void,
): Promise<Devnet> {
  const keys = (options.privateKeys ?? DEVELOPMENT_ACCOUNTS.map(({ privateKey }) => privateKey)).map(fromHex);
  const wallet = new Wallet(keys);
  const keystore = keystoreOf(options, clock);
  const profiler = new ProcessProfiler(options.home);
  const shared = { clock, wallet, keystore, profiler, timeline: new Timeline(), commandQueue: new CommandQueue() };
  let isJoined = false;
  let opened = false;
  const isOpen = (): boolean => opened;
  let all: EvmChains | undefined;
  const allChains = (): EvmChains | undefined => all;
  const node = await startNode(chain, {
    ...options,
    ...shared,
    timeoutCommit: timeouts.commit,
    isJoined: () => isJoined,
    isOpen,
    allChains,
  });
  const { seed, genesis } = chain;
  const surroundings = {
    ...shared,
    options,
    seed,
    genesisTime: genesis.genesisTime,
    timeouts,
    snapshots: node.snapshots,
    allChains,
    isOpen,
  };
  const { chains, relayer, channels } = await openNetwork(node, surroundings);
  isJoined = chains.length > 0;
  const provider = createEvmProvider(node.evm);
  let listeners: Listeners | undefined;
  try {
    const assets = assetBackend([
      node,
      ...chains.map(({ node: { chain, clock }, name, prettyName }) => ({ chain, clock, name, prettyName })),
    ]);
    listeners = await openListeners({ ...node, assets }, options);
    await listenOnCounterparties(chains);
  } catch (error) {
    await listeners?.close();
    await closeCounterparties(chains);
    throw error;
  }
  onOpen(listeners);
  let warm: Promise<void> | undefined;
  // A failure here is not reported: it happens again in the block that needs the same, and is reported there.
  const stopWarmUp = hostSchedule(WARM_UP_MS, () => {
    warm = chain.app.warmUp().catch(() => undefined);
  });
  const closeAll = async (): Promise<void> => {
    stopWarmUp();
    await warm;
    relayer?.close();
    await node.loop.stop();
    await Promise.all(chains.map((other) => other.stop()));
    provider.close();
    node.evm.close();
    await listeners.close();
    await closeCounterparties(chains);
    await profiler.close();
    // Waits for commands that requests have queued until then.
    await node.loop.stop();
    node.loop.end();
    await chain.store.close();
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeAll());
  const fail = (failure: HalleyError): void => {
    // A second failure, of closing, adds nothing.
    const closed = close().catch(() => undefined);
    options.onFatal?.(failure, closed);
  };
  opened = true;
  try {
    for (const other of chains) other.node.loop.start();
    node.loop.start(fail);
  } catch (error) {
    await close();
    throw error;
  }
  const api = createApi({
    node,
    options,
    wallet,
    keys,
    provider,
    urls: listeners.urls,
    chains,
    relayer,
    channels,
    close,
  });
  all = {
    chains: () => [...api.chains],
    relayer: () => api.relayer,
    openChannel: (terms) => api.openChannel(terms),
    closeChannel: (end) => api.closeChannel(end),
  };
  return api;
}
