/** The node as EVM clients know it. */
import type { EvmNetwork } from '../../../rpc/ports/evm/network.js';
import type { World } from '../../../simulation/world.js';
import { connectedPeers } from '../../views/net_view.js';

export const evmNetwork = (world: World): Omit<EvmNetwork, 'chainId'> => ({
  peerCount: () => connectedPeers(world).length,
});
