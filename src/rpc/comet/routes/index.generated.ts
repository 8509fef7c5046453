// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { abci_info } from './abci_info.js';
import { abci_query } from './abci_query.js';
import { block } from './block.js';
import { block_by_hash } from './block_by_hash.js';
import { block_results } from './block_results.js';
import { blockchain } from './blockchain.js';
import { broadcast_tx_async } from './broadcast_tx_async.js';
import { broadcast_tx_commit } from './broadcast_tx_commit.js';
import { broadcast_tx_sync } from './broadcast_tx_sync.js';
import { commit } from './commit.js';
import { consensus_params } from './consensus_params.js';
import { consensus_state } from './consensus_state.js';
import { genesis } from './genesis.js';
import { genesis_chunked } from './genesis_chunked.js';
import { header } from './header.js';
import { header_by_hash } from './header_by_hash.js';
import { health } from './health.js';
import { status } from './status.js';
import { subscribe } from './subscribe.js';
import { tx } from './tx.js';
import { unsubscribe } from './unsubscribe.js';
import { unsubscribe_all } from './unsubscribe_all.js';
import { validators } from './validators.js';

export const COMET_ROUTES = [
  abci_info,
  abci_query,
  block,
  block_by_hash,
  block_results,
  blockchain,
  broadcast_tx_async,
  broadcast_tx_commit,
  broadcast_tx_sync,
  commit,
  consensus_params,
  consensus_state,
  genesis,
  genesis_chunked,
  header,
  header_by_hash,
  health,
  status,
  subscribe,
  tx,
  unsubscribe,
  unsubscribe_all,
  validators,
] as const;
