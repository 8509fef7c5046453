/** Lists the parts of an open chain. `open_chain.ts` makes them, and the other parts of the devnet drive and read them. */
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
import type { SimNetwork, ValidatorKey } from '../../simulation/index.js';
import type { Store } from '../../storage/store.js';
import type { PendingStore } from './pending_store.js';

/** How a transaction comes in; what runs the chain says so when it begins. */
export interface TxBroadcaster {
  broadcast: (tx: Bytes) => Promise<BroadcastOutcome>;
}

/** Announces that the chain goes back. */
export interface RevertNotice {
  /** The newest height that stays. */
  readonly to: bigint;
  /** The newest height whose events were published. */
  readonly from: bigint;
}

export interface Chain {
  readonly genesis: GenesisDoc;
  /** What the keys of the network, and that of its dev authority, follow from. */
  readonly seed: string;
  /** What its genesis document says of other chains, as parsed JSON. */
  readonly plan: unknown;
  /** Of the EVM's block below the first one. */
  readonly genesisHash: Bytes;
  /** Steering may change it. */
  readonly evmChainId: bigint;
  /** Of all long work that clients ask for. */
  readonly scheduler: FairScheduler;
  readonly store: Store;
  /** What is acknowledged must survive the process. */
  readonly waiting: PendingStore;
  readonly state: AppState;
  readonly app: HalleyApplication;
  readonly blockStore: BlockStore;
  readonly search: ChainSearch;
  readonly txBroadcaster: TxBroadcaster;
  readonly simNetwork: SimNetwork;
  /** A network that begins at the newest block, as after a restart; `past` are the newest blocks. */
  readonly newSimNetwork: (past: readonly PastBlock[]) => SimNetwork;
  readonly keys: readonly ValidatorKey[];
  /** Of all nodes, in the order of their keys. */
  readonly identities: readonly NodeIdentity[];
  readonly pool: Mempool;
  /** Consensus events, after their height is published. Nothing is made while nobody listens. */
  readonly events: EventBus<BusEvent>;
  /** Heights, after they are published. */
  readonly heights: EventBus<bigint>;
  /** Receives a notice before the chain goes back, while the blocks above are still there. */
  readonly beforeRevert: EventBus<RevertNotice>;
  /** Ethereum hashes of transactions that became executable. */
  readonly pending: EventBus<Bytes>;
}
