/** What all nodes of the network say of it. */
import type { CometPort } from '../../../../backend/comet.js';
import type { NetworkFacts } from '../../dialects/views.js';

/** The application's version is read at the start and does not follow later ones, as in the engine. */
export const networkFacts = (port: CometPort): NetworkFacts => ({
  network: port.genesis.chainId,
  appVersion: port.block(port.base())?.block.header.version.app ?? port.genesis.consensusParams.version.app,
});
