/** Collects what all nodes of the network report of it. */
import type { CometBackend } from '../../../../backend/comet.js';
import type { NetworkFacts } from '../../dialects/views.js';

/**
 * Reads the facts of the network. The application's version is that of the start and does not follow upgrades, as in
 * the engine.
 */
export const networkFacts = (backend: CometBackend): NetworkFacts => ({
  network: backend.genesis.chainId,
  appVersion: backend.block(backend.base())?.block.header.version.app ?? backend.genesis.consensusParams.version.app,
});
