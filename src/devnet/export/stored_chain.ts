/** Reads a chain of a home folder that no process uses: its newest state, and its blocks as a relayer reads them. */
import { exportAppState } from '../../app/genesis.js';
import { readValidators } from '../../app/modules/staking/store.js';
import { readChainParams } from '../../app/sdk/chain_params.js';
import { openAppState } from '../../app/state/open.js';
import type { AppState } from '../../app/state/types.js';
import { WHOLE_BLOCKS } from '../../chain/block_store/block_records.js';
import { BlockStore } from '../../chain/block_store/block_store.js';
import { FINALIZED_BLOCKS } from '../../chain/block_store/finalized_blocks.js';
import { type GenesisDoc, genesisToJson, parseGenesis } from '../../consensus/types/genesis.js';
import { equalBytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import { ZERO_TIME } from '../../kernel/time.js';
import type { PacketSource } from '../../relayer/packet_book.js';
import type { IbcView } from '../../relayer/types.js';
import type { Store } from '../../storage/store.js';
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
export function documentOf({ storedGenesis, blockStore, state }: StoredChain): Readonly<Record<string, unknown>> {
  const { chainId, params, lastBlockTime, nextValidators } = blockStore.state;
  const { validators } = parseGenesis(storedGenesis.genesis, ZERO_TIME);
  const monikers = new Map(
    readValidators(state.latest).map(({ validator: { pubKey, description } }) => [
      toHex(pubKey.bytes),
      description.moniker,
    ]),
  );
  const document: GenesisDoc = {
    genesisTime: lastBlockTime,
    chainId,
    initialHeight: blockStore.height + 1n,
    // This is the application's limit, which a dev method may have set.
    consensusParams: { ...params, block: { ...params.block, maxGas: readChainParams(state.latest).blockMaxGas } },
    validators: nextValidators.validators.map(({ pubKey, votingPower }) => ({
      pubKey,
      power: votingPower,
      // An engine in another process does not tell the names.
      name:
        validators.find((known) => equalBytes(known.pubKey.bytes, pubKey.bytes))?.name ||
        (monikers.get(toHex(pubKey.bytes)) ?? ''),
    })),
    appHash: new Uint8Array(0),
    appState: exportAppState(state.latest),
  };
  return genesisToJson(document);
}
