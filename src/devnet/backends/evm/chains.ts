/** Gives RPC methods access to the chains of the devnet, once all are open. */

import type { EvmChains } from '../../../backend/evm/chains.js';
import { HalleyError } from '../../../kernel/errors.js';

/** Makes the backend. `chainId` is that of the chain that serves the request. */
export function evmChains(chainId: string, host: { readonly chains: EvmChains | undefined }): EvmChains {
  const open = (): EvmChains => {
    const { chains } = host;
    if (chains !== undefined) return chains;
    throw new HalleyError('unavailable', 'the chains of this devnet are not all open yet');
  };
  return {
    chains: () => open().chains(),
    relayer: () => open().relayer(),
    openChannel: async (terms) => open().openChannel(terms),
    closeChannel: async (end) => open().closeChannel({ chain: chainId, ...end }),
  };
}
