// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { abci_info } from './abci_info.js';
import { abci_query } from './abci_query.js';
import { block, block_by_hash } from './block.js';
import { block_results } from './block_results.js';
import { block_search } from './block_search.js';
import { blockchain } from './blockchain.js';
import { broadcast_evidence } from './broadcast_evidence.js';
import { broadcast_tx_async, broadcast_tx_commit, broadcast_tx_sync } from './broadcast_tx.js';
import { check_tx } from './check_tx.js';
import { commit } from './commit.js';
import { consensus_params } from './consensus_params.js';
import { consensus_state } from './consensus_state.js';
import { dial_peers, dial_seeds } from './dial.js';
import { dump_consensus_state } from './dump_consensus_state.js';
import { genesis, genesis_chunked } from './genesis.js';
import { header, header_by_hash } from './header.js';
import { health } from './health.js';
import { net_info } from './net_info.js';
import { status } from './status.js';
import { subscribe, unsubscribe, unsubscribe_all } from './subscriptions.js';
import { tx } from './tx.js';
import { tx_search } from './tx_search.js';
import { num_unconfirmed_txs, unconfirmed_txs } from './unconfirmed_txs.js';
import { unsafe_flush_mempool } from './unsafe_flush_mempool.js';
import { validators } from './validators.js';

export const COMET_ROUTES = [
  abci_info,
  abci_query,
  block,
  block_by_hash,
  block_results,
  block_search,
  blockchain,
  broadcast_evidence,
  broadcast_tx_async,
  broadcast_tx_commit,
  broadcast_tx_sync,
  check_tx,
  commit,
  consensus_params,
  consensus_state,
  dial_peers,
  dial_seeds,
  dump_consensus_state,
  genesis,
  genesis_chunked,
  header,
  header_by_hash,
  health,
  net_info,
  num_unconfirmed_txs,
  status,
  subscribe,
  tx,
  tx_search,
  unconfirmed_txs,
  unsafe_flush_mempool,
  unsubscribe,
  unsubscribe_all,
  validators,
] as const;
