/** What the JSON-RPC of any chain tells of all of them: the face, in the words of its port. */
import type { EvmChains } from '../../backend/evm/chains.js';
import type { Devnet } from './devnet.js';

export const allChainsOf = (
  devnet: Pick<Devnet, 'chains' | 'relayer' | 'openChannel' | 'closeChannel'>,
): EvmChains => ({
  chains: () => [...devnet.chains],
  relayer: () => devnet.relayer,
  openChannel: (terms) => devnet.openChannel(terms),
  closeChannel: (end) => devnet.closeChannel(end),
});
