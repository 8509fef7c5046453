/** Makes the genesis document of a chain that continues at the height after a state of this one. */
import { exportAppState } from '../../app/genesis.js';
import { readValidators } from '../../app/modules/staking/store.js';
import { readChainParams } from '../../app/sdk/chain_params.js';
import type { CommittedState } from '../../app/state/types.js';
import type { BlockStore } from '../../chain/block_store/block_store.js';
import { type GenesisDoc, genesisToJson } from '../../consensus/types/genesis.js';
import { equalBytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';

export interface ExportSource {
  /** Genesis with which the chain began. It names validators. */
  readonly genesis: GenesisDoc;
  readonly blockStore: BlockStore;
  /** Newest state. */
  readonly state: CommittedState;
}

/** Returns the document as JSON. */
export function exportedGenesis({ genesis, blockStore, state }: ExportSource): Readonly<Record<string, unknown>> {
  const { chainId, params, lastBlockTime, nextValidators } = blockStore.state;
  const monikers = new Map(
    readValidators(state).map(({ validator: { pubKey, description } }) => [toHex(pubKey.bytes), description.moniker]),
  );
  return genesisToJson({
    genesisTime: lastBlockTime,
    chainId,
    initialHeight: blockStore.height + 1n,
    // This is the application's limit, which a dev method may have set.
    consensusParams: { ...params, block: { ...params.block, maxGas: readChainParams(state).blockMaxGas } },
    validators: nextValidators.validators.map(({ pubKey, votingPower }) => ({
      pubKey,
      power: votingPower,
      // An engine in another process does not tell the names.
      name:
        genesis.validators.find((known) => equalBytes(known.pubKey.bytes, pubKey.bytes))?.name ||
        (monikers.get(toHex(pubKey.bytes)) ?? ''),
    })),
    appHash: new Uint8Array(0),
    appState: exportAppState(state),
  });
}
