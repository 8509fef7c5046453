/** What all nodes of the network say of it. */
import type { CometBackend } from '../../../../backend/comet.js';
import type { NetworkFacts } from '../../dialects/views.js';

/** The application's version is read at the start and does not follow later ones, as in the engine. */
export const networkFacts = (backend: CometBackend): NetworkFacts => ({
  network: backend.genesis.chainId,
  appVersion: backend.block(backend.base())?.block.header.version.app ?? backend.genesis.consensusParams.version.app,
});
