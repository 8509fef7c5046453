/** The node in the form for EVM clients. */
import { resolve } from 'node:path';
import type { EvmNetwork } from '../../../backend/evm/network.js';
import type { Chain } from '../../chain/chain.js';
import { observedIdentity } from '../../chain/node_identity.js';
import { connectedPeers, netView } from '../../views/net_view.js';

/** Makes the backend. `home` is the folder of this chain, if it is persistent. */
export const evmNetwork = (
  chain: Pick<Chain, 'simNetwork' | 'identities'>,
  home: string | undefined,
): Omit<EvmNetwork, 'chainId'> => ({
  peerCount: () => connectedPeers(chain.simNetwork).length,
  home: home === undefined ? undefined : resolve(home),
  node: () => shown(observedIdentity(chain)),
  peers: () =>
    netView(chain.simNetwork, chain.identities).peers.map(({ node, isOutbound }) => ({ ...shown(node), isOutbound })),
});

const shown = ({ nodeId, moniker, listenAddress }: Chain['identities'][number]) => ({ nodeId, moniker, listenAddress });
