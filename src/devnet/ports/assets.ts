/** Interface C's view of the chain: which denoms exist on it, by the bank's supply. */
import type { AssetDenom, AssetPort } from '../../rpc/ports/assets.js';
import type { Chain } from '../chain.js';

export function assetPort(chain: Chain): AssetPort {
  return {
    chainId: chain.genesis.chainId,
    evmChainId: chain.evmChainId,
    denom: (denom): AssetDenom | undefined => chain.app.denom(denom),
  };
}
