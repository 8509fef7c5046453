/** The parts of an open chain. `open_chain.ts` makes them, and the other parts of the devnet use them. */
import type { HalleyApplication } from '../../app/application.js';
import type { AppState } from '../../app/state/types.js';
import type { BroadcastOutcome, BusEvent, NodeIdentity } from '../../backend/comet.js';
import type { BlockStore } from '../../chain/block_store/block_store.js';
import type { EventBus } from '../../chain/event_bus.js';
import type { ChainSearch } from '../../chain/search/search.js';
import type { PastBlock } from '../../consensus/decided_state.js';
import type { GenesisDoc } from '../../consensus/types/genesis.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import type { Mempool } from '../../mempool/mempool.js';
import type { ConsensusTimeouts, SimNetwork, ValidatorKey } from '../../simulation/index.js';
import type { Store } from '../../storage/store.js';
import type { Fork } from '../fork/fork.js';
import type { StoredHistory } from '../history/stored_history.js';
import type { ChainActivity } from './chain_activity.js';
import type { NodeKeys } from './node_keys.js';
import type { PendingStore } from './pending_store.js';

/** Broadcasts a transaction. `ChainNode` sets the function when it starts. */
export interface TxBroadcaster {
  broadcast: (tx: Bytes) => Promise<BroadcastOutcome>;
}

/** Announces that the chain is about to be reverted. */
export interface RevertNotice {
  /** Newest height that stays. */
  readonly to: bigint;
  /** Newest height whose events were published. */
  readonly from: bigint;
}

export interface Chain {
  readonly genesis: GenesisDoc;
  /** Seeds the keys of the network and the key of the dev authority. */
  readonly seed: string;
  /** Part of the genesis document about other chains, as parsed JSON. */
  readonly plan: unknown;
  /** Hash of the EVM's block below the first one. */
  readonly genesisHash: Bytes;
  /**
   * Chain that this one was forked from; `undefined` for a chain that is not a fork, and for a fork that was opened
   * without its node.
   */
  readonly fork: Fork | undefined;
  /** Earlier blocks with which the chain was created; `undefined` for a chain without any. */
  readonly history: StoredHistory | undefined;
  /** Current chain id of EIP-155, which a dev transaction may change. */
  readonly evmChainId: bigint;
  /** Shares the thread among the long work of all clients. */
  readonly scheduler: FairScheduler;
  readonly store: Store;
  /** Stores acknowledged transactions that are not in a block yet, so that they survive the process. */
  readonly waiting: PendingStore;
  readonly state: AppState;
  readonly app: HalleyApplication;
  readonly blockStore: BlockStore;
  readonly search: ChainSearch;
  readonly txBroadcaster: TxBroadcaster;
  readonly simNetwork: SimNetwork;
  /** Makes a network that begins at the newest block, as after a restart; `past` are the newest blocks. */
  readonly newSimNetwork: (past: readonly PastBlock[], timeouts?: ConsensusTimeouts) => SimNetwork;
  readonly timeouts: ConsensusTimeouts;
  /** Keys of all validators that the devnet can sign for, also of those that a pending transaction adds. */
  readonly keys: readonly ValidatorKey[];
  readonly nodeKeys: NodeKeys;
  /** Identities of the nodes that the network has now, in the order of their keys. */
  readonly identities: readonly NodeIdentity[];
  readonly pool: Mempool;
  /** Publishes consensus events, after their height is published. No events are made while there is no listener. */
  readonly events: EventBus<BusEvent>;
  /** Publishes heights, after their blocks. */
  readonly heights: EventBus<bigint>;
  /** Announces each revert before it happens, while the blocks above still exist. */
  readonly beforeRevert: EventBus<RevertNotice>;
  /** Announces the newest height after a revert that removed blocks. */
  readonly afterRevert: EventBus<bigint>;
  /** Publishes the Ethereum hashes of transactions that became executable. */
  readonly pending: EventBus<Bytes>;
  /** Publishes what a record contains besides the inputs of the network. */
  readonly activity: EventBus<ChainActivity>;
}
