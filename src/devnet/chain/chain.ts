/** The parts of an open chain. `open_chain.ts` makes them, and the other parts of the devnet use them. */
import type { Application } from '../../abci/application.js';
import type { HalleyApplication } from '../../app/application.js';
import type { Remote } from '../../app/state/remote_source.js';
import type { AppState } from '../../app/state/types.js';
import type { WrapOutcome } from '../../app/tx/tx_reader.js';
import type { BusEvent, NodeIdentity } from '../../backend/comet.js';
import type { BlockStore } from '../../chain/block_store/block_store.js';
import type { CommittedHeight } from '../../chain/block_store/committed_height.js';
import { EventBus } from '../../chain/event_bus.js';
import { type ChainSearch, createSearch } from '../../chain/search/search.js';
import type { PastBlock } from '../../consensus/decided_state.js';
import type { GenesisDoc } from '../../consensus/types/genesis.js';
import { consensusCrypto } from '../../crypto/validator_keys.js';
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
import type { Store, WriteOp } from '../../storage/store.js';
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

/** Results of a height between its execution and Commit, besides the response. */
export interface ExecutedHeight extends Partial<Pick<CommittedHeight, 'evm' | 'executed'>> {
  /** Application's part of the batch of the height. */
  readonly writes: readonly WriteOp[];
  /** Accounts that the block changes, by the sender that CheckTx names; `undefined` where they are not known. */
  readonly accounts?: Parameters<Mempool['update']>[2];
}

export interface CoreChainParts<A extends Application> {
  readonly genesis: GenesisDoc;
  readonly scheduler: FairScheduler;
  readonly store: Store;
  /** Whether the store outlives the process. */
  readonly durable: boolean;
  readonly app: A;
  readonly blockStore: BlockStore;
  readonly mempool: MempoolLimits;
  readonly order: OrderName;
}

/** Chain of any application: its blocks, its mempool and its events. */
export abstract class CoreChain<A extends Application = Application> {
  readonly genesis: GenesisDoc;
  /** Shares the thread among the long work of all clients. */
  readonly scheduler: FairScheduler;
  readonly store: Store;
  /** Stores acknowledged transactions that are not in a block yet, so that they survive the process. */
  readonly pendingStore: PendingStore;
  readonly app: A;
  readonly blockStore: BlockStore;
  readonly search: ChainSearch;
  readonly pool: Mempool;
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

  constructor(parts: CoreChainParts<A>) {
    const { app, blockStore, store } = parts;
    this.genesis = parts.genesis;
    this.scheduler = parts.scheduler;
    this.store = store;
    this.pendingStore = new PendingStore(store, parts.durable);
    this.app = app;
    this.blockStore = blockStore;
    this.search = createSearch(blockStore);
    this.pool = new Mempool(parts.mempool, parts.order);
    this.renewBlockLimits();
  }

  /** Most gas of a proposal; negative for no limit. */
  abstract get maxGas(): bigint;

  /** Base fee of the next block in wei; 0n for an application without one. */
  abstract get nextBaseFee(): bigint;

  /** Results of the height that the application executed last. */
  abstract get staged(): ExecutedHeight;

  /** Number of dev transactions that no block contains yet. */
  abstract get waitingDevTxs(): number;

  /** Keys of all validators that this process can sign for; none under an engine in another process. */
  abstract get keys(): readonly ValidatorKey[];

  /** Returns the bytes that a block would hold for a broadcast transaction. */
  abstract normalize(bytes: Bytes): WrapOutcome;

  /** Gives the mempool the limits of the next block. */
  renewBlockLimits(): void {
    this.pool.setBlockLimits(blockLimitsOf(this.blockStore.state, this.maxGas));
  }
}

/** Chain of any application under the simulated network. */
export interface SimulatedChain extends CoreChain {
  /** Seeds the keys of the network. */
  readonly seed: string;
  readonly timeouts: ConsensusTimeouts;
  readonly simNetwork: SimNetwork;
  /** Identities of the nodes that the network has now, in the order of their keys. */
  readonly identities: readonly NodeIdentity[];
  /** Node of another chain that gives the state which the application lacks. */
  readonly remote: Remote | undefined;
  /** Keys of the nodes that the network needs after the newest block. */
  readonly wantedNodes: readonly ValidatorKey[];
  /** Makes a network that begins at the newest block, as after a restart; `past` are the newest blocks. */
  newSimNetwork(past: readonly PastBlock[]): SimNetwork;
}

export interface AppChainParts extends CoreChainParts<HalleyApplication> {
  readonly genesisHash: Bytes;
  readonly state: AppState;
  readonly history?: StoredHistory | undefined;
}

/** Chain of our application: what is the same under the simulated network and an engine in another process. */
export class AppChain extends CoreChain<HalleyApplication> {
  /** Hash of the EVM's block below the first one. */
  readonly genesisHash: Bytes;
  readonly state: AppState;
  /** Earlier blocks with which the chain was created; `undefined` for a chain without any. */
  readonly history: StoredHistory | undefined;

  constructor(parts: AppChainParts) {
    super(parts);
    this.genesisHash = parts.genesisHash;
    this.state = parts.state;
    this.history = parts.history;
  }

  /** Current chain id of EIP-155, which a dev transaction may change. */
  get evmChainId(): bigint {
    return this.app.params.evmChainId;
  }

  /** Limit of the application: a dev transaction may have set another than the consensus parameter. */
  override get maxGas(): bigint {
    return this.app.params.blockMaxGas;
  }

  override get nextBaseFee(): bigint {
    return this.app.evm.nextBaseFee(this.blockStore.height);
  }

  override get staged(): HalleyApplication['staged'] {
    return this.app.staged;
  }

  override get waitingDevTxs(): number {
    return this.app.devTxs.waiting.length;
  }

  override get keys(): readonly ValidatorKey[] {
    return [];
  }

  override normalize(bytes: Bytes): WrapOutcome {
    return this.app.normalize(bytes);
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

/** Chain of our application under the simulated network. */
export class Chain extends AppChain implements SimulatedChain {
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

  newSimNetwork(past: readonly PastBlock[], timeouts = this.timeouts): SimNetwork {
    return simNetworkOf(this, this.wantedNodes, past, timeouts);
  }

  get remote(): Remote | undefined {
    return this.state.remote;
  }

  get wantedNodes(): readonly ValidatorKey[] {
    return this.nodeKeys.at(this.state.latest);
  }

  /** Keys of all validators that the devnet can sign for, also of those that are not in the set yet. */
  override get keys(): readonly ValidatorKey[] {
    return this.nodeKeys.registeredAt(this.app.devTxs.latest);
  }

  get identities(): readonly NodeIdentity[] {
    return identitiesIn(this, this.#own, this.#known);
  }
}

/** Makes a network of the keys that begins at the newest block; `past` are the newest blocks. */
export function simNetworkOf(
  { blockStore, seed }: Pick<SimulatedChain, 'blockStore' | 'seed'>,
  keys: readonly ValidatorKey[],
  past: readonly PastBlock[],
  timeouts: ConsensusTimeouts,
): SimNetwork {
  return createSimNetwork({
    state: blockStore.state,
    seenCommit: blockStore.seenCommit,
    past,
    now: blockStore.state.lastBlockTime,
    seed,
    keys,
    crypto: consensusCrypto,
    timeouts,
    linkDelay: LINK_DELAY,
    heightStart: 'held',
    retainedCommands: RETAINED_COMMANDS,
  });
}

/** Returns the identities of the nodes that a network has now. */
export function identitiesIn(
  { seed, simNetwork }: Pick<SimulatedChain, 'seed' | 'simNetwork'>,
  own: OwnPresentation,
  known: KnownIdentities,
): readonly NodeIdentity[] {
  const keys = Array.from({ length: simNetwork.size }, (_, index) => simNetwork.node(index).key);
  return nodeIdentities(seed, keys, own, known);
}
