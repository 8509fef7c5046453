/** Reads a chain of a home folder that no process uses: its newest state, and its blocks as a relayer reads them. */
import { openAppState } from '../../app/state/open.js';
import type { AppState } from '../../app/state/types.js';
import { WHOLE_BLOCKS } from '../../chain/block_store/block_records.js';
import { BlockStore } from '../../chain/block_store/block_store.js';
import { FINALIZED_BLOCKS } from '../../chain/block_store/finalized_blocks.js';
import { parseGenesis } from '../../consensus/types/genesis.js';
import { ZERO_TIME } from '../../kernel/time.js';
import type { IbcView, PacketSource } from '../../relayer/types.js';
import type { Store } from '../../storage/store.js';
import { exportedGenesis } from '../chain/exported_genesis.js';
import { mustBeOfOneHeight } from '../chain/open_chain.js';
import { refuseFork } from '../chain/open_fork.js';
import { readStoredGenesis, type StoredGenesis } from '../chain/stored_genesis.js';
import { eventsOf, ibcView } from '../relaying/relay_chain.js';

export interface StoredChain extends PacketSource {
  readonly storedGenesis: StoredGenesis;
  readonly blockStore: BlockStore;
  readonly state: AppState;
  readonly view: IbcView;
}

/** Opens a chain. Returns undefined when the store holds none. Throws HalleyError `corrupt-store`. */
export async function openStoredChain(store: Store): Promise<StoredChain | undefined> {
  const storedGenesis = readStoredGenesis(store);
  const blockStore = BlockStore.open(store, storedGenesis?.engine === undefined ? WHOLE_BLOCKS : FINALIZED_BLOCKS);
  if (storedGenesis === undefined || blockStore === undefined) return undefined;
  refuseFork(
    parseGenesis(storedGenesis.genesis, ZERO_TIME),
    'a fork cannot be exported: its state is mostly that of the forked chain, of which the folder has only what was read',
  );
  const state = await openAppState(store);
  mustBeOfOneHeight(blockStore, state);
  return {
    storedGenesis,
    blockStore,
    state,
    view: ibcView(state.latest),
    id: blockStore.state.chainId,
    base: blockStore.base,
    height: blockStore.height,
    events: (height) => eventsOf(blockStore.results(height)),
  };
}

/** Returns the genesis document of a chain that continues at the next height, as JSON. */
export const documentOf = ({ storedGenesis, blockStore, state }: StoredChain): Readonly<Record<string, unknown>> =>
  exportedGenesis({ genesis: parseGenesis(storedGenesis.genesis, ZERO_TIME), blockStore, state: state.latest });
