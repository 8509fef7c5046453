/** The parts of an open chain. `open_chain.ts` makes them, and the other parts of the devnet use them. */
import type { HalleyApplication } from '../../app/application.js';
import type { AppState } from '../../app/state/types.js';
import type { BusEvent, NodeIdentity } from '../../backend/comet.js';
import type { BlockStore } from '../../chain/block_store/block_store.js';
import { EventBus } from '../../chain/event_bus.js';
import { type ChainSearch, createSearch } from '../../chain/search/search.js';
import type { PastBlock } from '../../consensus/decided_state.js';
import type { GenesisDoc } from '../../consensus/types/genesis.js';
import { consensusCrypto } from '../../crypto/ed25519.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import { finish } from '../../kernel/steps.js';
import { NANOS_PER_MILLISECOND } from '../../kernel/time.js';
import type { MempoolLimits } from '../../mempool/limits.js';
import { Mempool } from '../../mempool/mempool.js';
import type { OrderName } from '../../mempool/order.js';
import {
  type ConsensusTimeouts,
  createSimNetwork,
  type SimNetwork,
  type ValidatorKey,
} from '../../simulation/index.js';
import type { Store } from '../../storage/store.js';
import type { Fork } from '../fork/fork.js';
import type { StoredHistory } from '../history/stored_history.js';
import { blockLimitsOf } from './block_limits.js';
import type { ChainActivity } from './chain_activity.js';
import { type KnownIdentities, nodeIdentities, type OwnPresentation } from './node_identity.js';
import type { NodeKeys } from './node_keys.js';
import { pastBlocks } from './past_blocks.js';
import { PendingStore } from './pending_store.js';

/** Commands that are retained for a bug report; a height takes one. */
const RETAINED_COMMANDS = 10_000;
/** Delay between two validators. */
const LINK_DELAY = NANOS_PER_MILLISECOND;

/** Announces that the chain is about to be reverted. */
export interface RevertNotice {
  /** Newest height that stays. */
  readonly to: bigint;
  /** Newest height whose events were published. */
  readonly from: bigint;
}

export interface AppChainParts {
  readonly genesis: GenesisDoc;
  readonly genesisHash: Bytes;
  readonly scheduler: FairScheduler;
  readonly store: Store;
  /** Whether the store outlives the process. */
  readonly durable: boolean;
  readonly state: AppState;
  readonly app: HalleyApplication;
  readonly blockStore: BlockStore;
  readonly mempool: MempoolLimits;
  readonly order: OrderName;
  readonly history?: StoredHistory | undefined;
}

/** Chain as its application has it: what is the same under the simulated network and an engine in another process. */
export class AppChain {
  readonly genesis: GenesisDoc;
  /** Hash of the EVM's block below the first one. */
  readonly genesisHash: Bytes;
  /** Shares the thread among the long work of all clients. */
  readonly scheduler: FairScheduler;
  readonly store: Store;
  /** Stores acknowledged transactions that are not in a block yet, so that they survive the process. */
  readonly pendingStore: PendingStore;
  readonly state: AppState;
  readonly app: HalleyApplication;
  readonly blockStore: BlockStore;
  readonly search: ChainSearch;
  readonly pool: Mempool;
  /** Earlier blocks with which the chain was created; `undefined` for a chain without any. */
  readonly history: StoredHistory | undefined;
  /** Publishes consensus events, after their height is published. No events are made while there is no listener. */
  readonly events = new EventBus<BusEvent>();
  /** Publishes heights, after their blocks. */
  readonly publishedHeights = new EventBus<bigint>();
  /** Announces each revert before it happens, while the blocks above still exist. */
  readonly beforeRevert = new EventBus<RevertNotice>();
  /** Announces the newest height after a revert that removed blocks. */
  readonly afterRevert = new EventBus<bigint>();
  /** Publishes the Ethereum hashes of transactions that became executable. */
  readonly executable = new EventBus<Bytes>();
  /** Publishes what a record contains besides the inputs of the network. */
  readonly activity = new EventBus<ChainActivity>();

  constructor(parts: AppChainParts) {
    const { app, blockStore, store } = parts;
    this.genesis = parts.genesis;
    this.genesisHash = parts.genesisHash;
    this.scheduler = parts.scheduler;
    this.store = store;
    this.pendingStore = new PendingStore(store, parts.durable);
    this.state = parts.state;
    this.app = app;
    this.blockStore = blockStore;
    this.search = createSearch(blockStore);
    this.pool = new Mempool(parts.mempool, parts.order);
    this.pool.setBlockLimits(blockLimitsOf(blockStore.state, app.params));
    this.history = parts.history;
  }

  /** Current chain id of EIP-155, which a dev transaction may change. */
  get evmChainId(): bigint {
    return this.app.params.evmChainId;
  }

  /** Keys of all validators that this process can sign for; none under an engine in another process. */
  get keys(): readonly ValidatorKey[] {
    return [];
  }
}

export interface ChainParts extends AppChainParts {
  readonly seed: string;
  readonly plan: unknown;
  readonly fork: Fork | undefined;
  readonly timeouts: ConsensusTimeouts;
  readonly nodeKeys: NodeKeys;
  readonly own: OwnPresentation;
}

/** Chain under the simulated network. */
export class Chain extends AppChain {
  /** Seeds the keys of the network and the key of the dev authority. */
  readonly seed: string;
  /** Part of the genesis document about other chains, as parsed JSON. */
  readonly plan: unknown;
  /**
   * Chain that this one was forked from; `undefined` for a chain that is not a fork, and for a fork that was opened
   * without its node.
   */
  readonly fork: Fork | undefined;
  readonly timeouts: ConsensusTimeouts;
  readonly nodeKeys: NodeKeys;
  readonly simNetwork: SimNetwork;
  readonly #own: OwnPresentation;
  readonly #known: KnownIdentities = new WeakMap();

  constructor(parts: ChainParts) {
    super(parts);
    this.seed = parts.seed;
    this.plan = parts.plan;
    this.fork = parts.fork;
    this.timeouts = parts.timeouts;
    this.nodeKeys = parts.nodeKeys;
    this.#own = parts.own;
    this.simNetwork = this.newSimNetwork(finish(pastBlocks(this.blockStore, this.blockStore.height)));
  }

  /** Makes a network that begins at the newest block, as after a restart; `past` are the newest blocks. */
  newSimNetwork(past: readonly PastBlock[], timeouts = this.timeouts): SimNetwork {
    const { blockStore, nodeKeys, seed, state } = this;
    return createSimNetwork({
      state: blockStore.state,
      seenCommit: blockStore.seenCommit,
      past,
      now: blockStore.state.lastBlockTime,
      seed,
      keys: nodeKeys.at(state.latest),
      crypto: consensusCrypto,
      timeouts,
      linkDelay: LINK_DELAY,
      heightStart: 'held',
      retainedCommands: RETAINED_COMMANDS,
    });
  }

  /** Keys of all validators that the devnet can sign for, also of those that are not in the set yet. */
  override get keys(): readonly ValidatorKey[] {
    return this.nodeKeys.registeredAt(this.app.devTxs.latest);
  }

  /** Identities of the nodes that the network has now, in the order of their keys. */
  get identities(): readonly NodeIdentity[] {
    const { simNetwork } = this;
    const keys = Array.from({ length: simNetwork.size }, (_, index) => simNetwork.node(index).key);
    return nodeIdentities(this.seed, keys, this.#own, this.#known);
  }
}
