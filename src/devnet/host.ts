/** What all chains of a devnet share, and how far its start has come. */
import type { EvmChains } from '../backend/evm/chains.js';
import type { BrowserWallet } from '../backend/evm/wallet.js';
import { DEVELOPMENT_ACCOUNTS } from '../config/development_accounts.js';
import { addressOfKey } from '../config/development_addresses.js';
import type { Bytes } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import { fromHex } from '../kernel/hex.js';
import type { UnixNanos } from '../kernel/time.js';
import type { ConsensusTimeouts } from '../simulation/index.js';
import { Wallet } from './actions/wallet.js';
import { LateSources } from './artifacts/late_sources.js';
import { Timeline } from './clock/timeline.js';
import { keysInFolder, keysInMemory } from './keys/key_files.js';
import { Keystore } from './keys/keystore.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { type Clock, HOST_PLATFORM, type Platform } from './platform.js';
import { ProcessProfiler } from './profiling/profiler.js';
import type { Recording } from './records/recording.js';
import { CommandQueue } from './runtime/command_queue.js';

export interface Host {
  readonly options: DevnetOptions;
  /** The private keys of the unlocked accounts. */
  readonly keys: readonly Bytes[];
  readonly clock: Clock;
  /** Randomness, the monotonic clock and the listeners. */
  readonly platform: Platform;
  readonly wallet: Wallet;
  /** Empty until the home folder is open, and then loaded. */
  readonly keystore: Keystore;
  readonly profiler: ProcessProfiler;
  /** Artifacts of the contracts. */
  readonly sources: LateSources;
  readonly timeouts: ConsensusTimeouts;
  readonly timeline: Timeline;
  /** The commands of all chains, which run one at a time. */
  readonly commandQueue: CommandQueue;
  readonly recording: Recording | undefined;
  /** Whether the devnet has several chains, so that the blocks of one cannot be reverted alone. */
  isJoined: boolean;
  /**
   * Keeps light clients from expiring when the next block has that time (`chains/keep_clients.ts`); `undefined` in a
   * devnet of one chain.
   */
  keepClientsUntil: ((time: UnixNanos) => Promise<void>) | undefined;
  /** Whether every server listens. The log is silent before. */
  isOpen: boolean;
  /** All chains as clients may control them; undefined until the public API exists. */
  chains: EvmChains | undefined;
  /** Loads the wallet of pages. Rejects with HalleyError `unavailable` until the devnet has started. */
  browserWallet: () => Promise<BrowserWallet>;
}

/** Creates the host of a devnet. */
export function createHost(
  options: DevnetOptions,
  clock: Clock,
  timeouts: ConsensusTimeouts,
  recording?: Recording,
  platform = HOST_PLATFORM,
): Host {
  const {
    home,
    artifacts,
    stackTraces = 'on',
    onSkippedKey = () => undefined,
    onArtifactWarning = () => undefined,
  } = options;
  const { monotonicMs, random } = platform;
  const keys = (options.privateKeys ?? DEVELOPMENT_ACCOUNTS.map(({ privateKey }) => privateKey)).map(fromHex);
  const files = home === undefined ? keysInMemory() : keysInFolder(home, onSkippedKey);
  return {
    options,
    keys,
    clock,
    platform,
    wallet: new Wallet(keys, addressOfKey),
    keystore: new Keystore(files, { now: () => clock.now(), monotonicMs, random }),
    profiler: new ProcessProfiler(home),
    sources: new LateSources([artifacts ?? []].flat(), onArtifactWarning, stackTraces === 'on'),
    timeouts,
    timeline: new Timeline(),
    commandQueue: new CommandQueue(recording),
    recording,
    isJoined: false,
    keepClientsUntil: undefined,
    isOpen: false,
    chains: undefined,
    browserWallet: async () => {
      throw new HalleyError(
        'unavailable',
        'the wallet is part of a devnet with its own validators, once it has started',
      );
    },
  };
}
