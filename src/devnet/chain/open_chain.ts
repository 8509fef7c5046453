/**
 * Opens a chain: initializes it from its genesis, or continues from its store. Engine and application start from what
 * one batch wrote. If their heights differ, the store is damaged.
 */
import { type ApplicationOptions, createApplication, type HalleyApplication } from '../../app/application.js';
import { readHistoryRecord } from '../../app/sdk/history_record.js';
import { openAppState } from '../../app/state/open.js';
import type { AppState } from '../../app/state/types.js';
import { BlockStore } from '../../chain/block_store/block_store.js';
import { STATE_KEY } from '../../chain/block_store/keys.js';
import type { HistoryDocument } from '../../config/genesis_forms/history/history_document.js';
import type { GenesisDoc } from '../../consensus/types/genesis.js';
import { AbsentRemote } from '../../evm/absent_remote.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { FairScheduler } from '../../kernel/fair_scheduler.js';
import type { MempoolLimits } from '../../mempool/limits.js';
import type { OrderName } from '../../mempool/order.js';
import type { ConsensusTimeouts } from '../../simulation/index.js';
import { MemoryStore } from '../../storage/memory_store.js';
import { OverflowFile } from '../../storage/overflow_file.js';
import type { Store } from '../../storage/store.js';
import type { Fork } from '../fork/fork.js';
import { historyWrites } from '../history/history_writes.js';
import { FACTS_KEY } from '../history/records.js';
import { StoredHistory } from '../history/stored_history.js';
import { eventLoop } from '../platform.js';
import { Chain } from './chain.js';
import type { ChainGenesis } from './genesis.js';
import { type Broadcast, nodeFacts } from './node_facts.js';
import type { OwnPresentation } from './node_identity.js';
import { NodeKeys } from './node_keys.js';
import { initBlockStore, mustBeGenesisOf } from './stored_genesis.js';

export type ApplicationRules = Pick<ApplicationOptions, 'gasCap' | 'execute'> &
  Required<Pick<ApplicationOptions, 'machine' | 'timeoutMs' | 'allowUnprotectedTxs' | 'minTip' | 'maxTransactions'>>;

export interface OpenChainOptions {
  readonly network: ChainGenesis;
  /** Part of the genesis document about other chains. */
  readonly plan?: unknown;
  readonly seed: string;
  readonly timeouts: ConsensusTimeouts;
  readonly mempool: MempoolLimits;
  readonly order: OrderName;
  readonly own: OwnPresentation;
  /** Rules for calls of clients and for the transactions that are accepted. */
  readonly rules: ApplicationRules;
  /** Store on disk; `undefined` for a chain that ends with the process. */
  readonly store: Store | undefined;
  /** Chain that this one is forked from. */
  readonly fork?: Fork | undefined;
  /** Shares the thread; by default the chain has its own. */
  readonly scheduler?: FairScheduler | undefined;
  /** Earlier blocks, which a new chain stores with its genesis. */
  readonly history?: HistoryDocument | undefined;
  /** Broadcasts a transaction of a client of the application; refuses by default. */
  readonly broadcast?: Broadcast;
  /** Accounts that a fork fetches at the start, so that they can be read at any time. */
  readonly ownAccounts?: readonly Bytes[];
  /** Bytes of blocks, and as many of versions of the state, that a chain without a store keeps in memory. */
  readonly memoryBytes?: number | undefined;
  /** Receives a warning when older blocks cannot be moved out of memory. */
  readonly onStorageWarning?: ((text: string) => void) | undefined;
}

export async function openChain(options: OpenChainOptions): Promise<Chain> {
  const { network, plan, seed, timeouts, mempool, order, own, rules, store: disk, fork, ownAccounts = [] } = options;
  const { genesis, keys } = network;
  const durable = disk !== undefined;
  const overflow = durable ? undefined : new OverflowFile(options.memoryBytes, options.onStorageWarning);
  const store = disk ?? new MemoryStore(overflow);
  const state = await openAppState(disk, { remote: fork?.source, overflow });
  const { scheduler = new FairScheduler(eventLoop), broadcast = notRunningYet } = options;
  const app: HalleyApplication = await createApplication({
    ...rules,
    state,
    seed,
    scheduler,
    txsAt: (height) => blockStore.block(height)?.block.txs ?? [],
    nodeFacts: () => nodeFacts(chain, broadcast),
  });
  const stored = BlockStore.open(store);
  if (stored === undefined) mustBeEmpty(state, store);
  const blockStore: BlockStore =
    stored === undefined ? await openNew(options, store, app) : resume(stored, state, store, seed, genesis, plan);
  await fetchAccounts(state, fork === undefined ? [] : ownAccounts);
  const chain = new Chain({
    ...{ genesis, seed, plan, timeouts, scheduler, store, durable, state, app, blockStore, fork, mempool, order, own },
    history: openHistory(store, state, durable),
    genesisHash: app.evm.block(blockStore.base - 1n).hash,
    nodeKeys: new NodeKeys(seed, keys),
  });
  return chain;
}

/** One batch has initialized the state and the block store. */
function mustBeEmpty(state: AppState, store: Store): void {
  if (state.height !== undefined) store.need(STATE_KEY);
}

/** Fetches those accounts that are not in the state of a fork, in one request. */
async function fetchAccounts(state: AppState, addresses: readonly Bytes[]): Promise<void> {
  const absent = addresses.flatMap((address) => {
    try {
      state.latest.account(address);
      return [];
    } catch (error) {
      if (error instanceof AbsentRemote) return [error.key];
      throw error;
    }
  });
  await state.remote?.fetch(absent);
}

const notRunningYet: Broadcast = async () => {
  throw new HalleyError('unavailable', 'the chain is not running yet');
};

async function openNew(
  { network: { genesis }, seed, plan, history, store: disk }: OpenChainOptions,
  store: Store,
  app: HalleyApplication,
): Promise<BlockStore> {
  const { blockStore, writes } = await initBlockStore(genesis, seed, store, disk !== undefined, app, plan);
  await store.batch(history === undefined ? writes : [...writes, ...historyWrites(history)]);
  return blockStore;
}

/** Opens the earlier blocks. Throws HalleyError `corrupt-store` when a store on disk has lost them. */
function openHistory(store: Store, state: AppState, durable: boolean): StoredHistory | undefined {
  if (durable && readHistoryRecord(state.latest) !== undefined) store.need(FACTS_KEY);
  return StoredHistory.open(store);
}

function resume(
  blockStore: BlockStore,
  state: AppState,
  store: Store,
  seed: string,
  genesis: GenesisDoc,
  plan: unknown,
): BlockStore {
  mustBeGenesisOf(store, genesis, seed, plan);
  mustBeOfOneHeight(blockStore, state);
  return blockStore;
}

/** Throws HalleyError `corrupt-store` when blocks and state have different heights. */
export function mustBeOfOneHeight(blockStore: BlockStore, state: AppState): void {
  if (state.height !== blockStore.height)
    throw new HalleyError(
      'corrupt-store',
      `the store holds blocks up to ${blockStore.height}, but the state of ${state.height ?? 'no height'}`,
    );
}
