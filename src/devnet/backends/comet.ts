/**
 * Connects the CometBFT RPC with the chain: the block store, one validator's node and its peers, the application's
 * queries, and broadcasts.
 */

import type { CometBackend, UnconfirmedView } from '../../backend/comet.js';
import { parseQuery } from '../../chain/query/parse_query.js';
import { txAt } from '../../chain/tx_location.js';
import { dial } from '../actions/dial_peers.js';
import { submitEvidence } from '../actions/submit_evidence.js';
import type { Chain } from '../chain/chain.js';
import { nodeView, OBSERVED_NODE } from '../chain/node_identity.js';
import type { Loop } from '../runtime/loop.js';
import type { TxAdmission } from '../runtime/tx_admission.js';
import type { TxWaits } from '../runtime/tx_waits.js';
import { netView } from '../views/net_view.js';
import { peerRoundViews } from '../views/peer_round_view.js';
import { roundStateView } from '../views/round_state_view.js';
import { broadcastRoutes } from './broadcast.js';

export interface CometBackendDeps {
  readonly chain: Chain;
  readonly loop: Loop;
  readonly admission: TxAdmission;
  readonly waits: TxWaits;
}

export function cometBackend({ chain, loop, admission, waits }: CometBackendDeps): CometBackend {
  const { app, blockStore, simNetwork, search } = chain;
  return {
    genesis: chain.genesis,
    node: () => nodeView(chain),
    base: () => blockStore.base,
    height: () => blockStore.height,
    block: (height) => blockStore.block(height),
    heightOfHash: (hash) => blockStore.heightOfHash(hash),
    commit: (height) => blockStore.commit(height),
    results: (height) => {
      const response = blockStore.results(height);
      return response && { height, response };
    },
    validators: (height) => blockStore.validators(height),
    params: (height) => blockStore.params(height),
    tx: (hash) => {
      const position = blockStore.position(hash);
      return position && txAt(blockStore, position);
    },
    searchTxs: (request) => search.txs(request),
    searchBlocks: (request) => search.blocks(request),
    roundState: () => roundStateView(simNetwork.node(OBSERVED_NODE)),
    net: () => netView(simNetwork, chain.identities),
    peers: () => peerRoundViews(simNetwork, chain.identities),
    unconfirmed: (limit) => unconfirmed(chain, limit),
    ...broadcastRoutes(app, loop, waits),
    submitEvidence: (evidence) => submitEvidence(chain, loop, evidence),
    dial: (nodeIds) => dial(chain, loop, nodeIds),
    flushMempool: () => loop.between(() => admission.flush()),
    info: () => app.info(),
    query: (request) => app.query(request),
    parseQuery,
    listen: (listener) => chain.events.listen(listener),
  };
}

function unconfirmed({ app, blockStore, pool }: Chain, limit: number): UnconfirmedView {
  const txs = pool.waiting(app.evm.nextBaseFee(blockStore.height), limit).map(({ tx }) => tx);
  return { txs, total: pool.size, totalBytes: BigInt(pool.bytes) };
}
