/** Connects the asset API with the chains of a devnet. */
import { balancesOf } from '../../../app/modules/bank/store.js';
import { parseAddress } from '../../../app/types/address.js';
import type { AssetBackend, ChainAssets } from '../../../backend/assets.js';
import type { AssetSource } from './chain_assets.js';
import { ReadChain } from './read_chain.js';

/** Makes the backend. It lists the chains in the order of the sources. */
export function assetBackend(sources: readonly AssetSource[]): AssetBackend {
  const read = new Map(sources.map((source) => [source.chain.genesis.chainId, new ReadChain(source)]));
  let chains: ReadonlyMap<string, ChainAssets> = new Map();
  return {
    chains() {
      const now = [...read].map(([id, chain]): [string, ChainAssets] => [id, chain.assets()]);
      if (now.some(([id, assets]) => chains.get(id) !== assets)) chains = new Map(now);
      return chains;
    },
    balances(chainId, text) {
      const chain = read.get(chainId)?.source.chain;
      if (chain === undefined) return undefined;
      const address = parseAddress(text, chain.app.params.bech32Prefix);
      return 'problem' in address ? undefined : balancesOf(chain.app.devTxs.latest, address);
    },
  };
}
