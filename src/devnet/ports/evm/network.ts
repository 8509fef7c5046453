/** The chain's number, and the node as EVM clients know it. */
import type { EvmNetwork } from '../../../rpc/ports/evm/network.js';
import type { World } from '../../../simulation/world.js';
import { connectedPeers } from '../../views/net_view.js';

export const evmNetwork = (chainId: bigint, clientVersion: string, world: World): EvmNetwork => ({
  chainId,
  clientVersion,
  peerCount: () => connectedPeers(world).length,
});
