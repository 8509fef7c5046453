/** Encodes the results whose shape is the same from 0.34 to 0.38, except for the encoders passed in. */
import type { ConsensusParams } from '../../../../consensus/types/params.js';
import type { Vote } from '../../../../consensus/types/vote.js';
import type { Json } from '../../protocol/json.js';
import type { ResultShapes } from '../dialect.js';
import { abciInfo, abciQuery } from './abci.js';
import { type BlockShape, blockMeta, storedBlock } from './block.js';
import { commit } from './commit.js';
import { consensusDump } from './consensus_dump.js';
import { genesis } from './genesis.js';
import { header } from './header.js';
import { netInfo } from './net_info.js';
import { roundState } from './round_state.js';
import { base64, int64 } from './scalars.js';
import { status } from './status.js';
import { broadcastTx, tx } from './tx.js';
import { numUnconfirmedTxs, unconfirmedTxs } from './unconfirmed.js';
import { validator } from './validator.js';
import { allRoundVotes } from './votes.js';

export interface VersionParts {
  readonly engineVersion: string;
  readonly block: BlockShape;
  voteLine(vote: Vote): string;
  params(params: ConsensusParams): Json;
}

export type SharedResults = Omit<ResultShapes, 'block_results' | 'broadcast_tx_commit' | 'check_tx'>;

export const sharedResults = ({ engineVersion, block, voteLine, params }: VersionParts): SharedResults => ({
  status: (view) => status(view, engineVersion),
  net_info: (view) => netInfo(view, engineVersion),
  block: (stored) => storedBlock(stored, block),
  header: (found) => ({ header: found === undefined ? null : header(found) }),
  blockchain: ({ lastHeight, blocks }) => ({ last_height: int64(lastHeight), block_metas: blocks.map(blockMeta) }),
  commit: (view) =>
    view === undefined
      ? null
      : { signed_header: { header: header(view.header), commit: commit(view.commit) }, canonical: view.canonical },
  validators: ({ height, page, total }) => ({
    block_height: int64(height),
    validators: page.map(validator),
    count: int64(page.length),
    total: int64(total),
  }),
  consensus_params: (view) => ({ block_height: int64(view.height), consensus_params: params(view.params) }),
  consensus_state: (state, rounds) => roundState(state, voteLine, rounds),
  consensus_state_rounds: (part) => allRoundVotes(part, voteLine),
  dump_consensus_state: (view, rounds) => consensusDump(view, { block, voteLine }, rounds),
  dump_consensus_state_rounds: (part) => allRoundVotes(part, voteLine),
  unconfirmed_txs: unconfirmedTxs,
  num_unconfirmed_txs: numUnconfirmedTxs,
  genesis: (doc) => genesis(doc, params),
  genesis_chunked: ({ chunk, total, data }) => ({ chunk: int64(chunk), total: int64(total), data: base64(data) }),
  tx,
  tx_search: ({ txs, total }) => ({ txs: txs.map(tx), total_count: int64(total) }),
  block_search: ({ blocks, total }) => ({
    blocks: blocks.map((stored) => storedBlock(stored, block)),
    total_count: int64(total),
  }),
  broadcast_evidence: (hash) => ({ hash: base64(hash) }),
  broadcast_tx: broadcastTx,
  dial: (log) => ({ log }),
  abci_info: abciInfo,
  abci_query: abciQuery,
});
