/** Describes the node to EVM clients. */
import { resolve } from 'node:path';
import type { EvmNetwork } from '../../../backend/evm/network.js';
import type { Chain } from '../../chain/chain.js';
import { observedIdentity } from '../../chain/node_identity.js';
import { connectedPeers, netView } from '../../views/net_view.js';

/** Makes the backend. `home` is the folder of this chain, if it is persistent. */
export const evmNetwork = (
  { simNetwork, identities }: Pick<Chain, 'simNetwork' | 'identities'>,
  home: string | undefined,
): Omit<EvmNetwork, 'chainId'> => ({
  peerCount: () => connectedPeers(simNetwork).length,
  node: () => ({ ...shown(observedIdentity({ identities })), home: home === undefined ? undefined : resolve(home) }),
  peers: () => netView(simNetwork, identities).peers.map(({ node, isOutbound }) => ({ ...shown(node), isOutbound })),
});

const shown = ({ nodeId, moniker, listenAddress }: Chain['identities'][number]) => ({ nodeId, moniker, listenAddress });
