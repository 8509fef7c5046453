/**
 * The latest state of a chain that is kept, as a genesis document: a chain that is started with it goes on at the next
 * height with the same balances, code, storage and validators (SDK `export`).
 */
import { readChainParams } from '../../app/chain_params.js';
import { exportAppState } from '../../app/genesis.js';
import { openAppState } from '../../app/state/open.js';
import { BlockStore } from '../../chain/block_store/block_store.js';
import { type GenesisDoc, genesisToJson, parseGenesis } from '../../consensus/types/genesis.js';
import { installFastCrypto } from '../../crypto/install.js';
import { equalBytes } from '../../kernel/bytes.js';
import { ZERO_TIME } from '../../kernel/time.js';
import type { Store } from '../../storage/port.js';
import { foundingOf } from '../open/founding.js';
import { mustBeOfOneHeight } from '../open/open_chain.js';
import { noChain, withKeptStore } from './kept_store.js';

/**
 * The document, to be written as JSON: the same state gives the same text. Rejects with HalleyError `not-found` when
 * `home` keeps no chain, `unavailable` when a process uses it or another version made it, `corrupt-store`.
 */
export async function exportHome(home: string): Promise<Readonly<Record<string, unknown>>> {
  await installFastCrypto();
  const document = await withKeptStore(home, exportStore);
  if (document === undefined) throw noChain(home);
  return genesisToJson(document);
}

async function exportStore(store: Store): Promise<GenesisDoc | undefined> {
  const founding = foundingOf(store);
  const blockStore = BlockStore.open(store);
  if (founding === undefined || blockStore === undefined) return undefined;
  const state = await openAppState(store);
  mustBeOfOneHeight(blockStore, state);
  const { chainId, params, lastBlockTime, nextValidators } = blockStore.state;
  const { validators } = parseGenesis(founding.genesis, ZERO_TIME);
  return {
    genesisTime: lastBlockTime,
    chainId,
    initialHeight: blockStore.height + 1n,
    // The application's own limit, which steering may have set.
    consensusParams: { ...params, block: { ...params.block, maxGas: readChainParams(state.latest).blockMaxGas } },
    validators: nextValidators.validators.map(({ pubKey, votingPower }) => ({
      pubKey,
      power: votingPower,
      name: validators.find((known) => equalBytes(known.pubKey.bytes, pubKey.bytes))?.name ?? '',
    })),
    appHash: new Uint8Array(0),
    appState: exportAppState(state.latest),
  };
}
