/** The chains of the devnet, by what the devnet has of them once all are open. */

import type { EvmChains } from '../../../backend/evm/chains.js';
import { HalleyError } from '../../../kernel/errors.js';

/** Undefined until all chains are open. */
export type AllChains = () => EvmChains | undefined;

/** `chainId` is the one that is asked. */
export function evmChains(chainId: string, all: AllChains): EvmChains {
  const open = (): EvmChains => {
    const chains = all();
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
