/**
 * Encodes the CometBFT RPC as its documentation describes it. Blocks, evidence, networks and consensus state follow the
 * documented tables to the letter. The other routes follow the OpenAPI document of CometBFT, which was never generated
 * from the engine (documented.md 3; consensus-rpc.md 6). Members that the documentation does not name are those of
 * 0.37, and so are events. Errors stay objects, and ids stay as the request sent them.
 */
import type { ValidatorUpdate } from '../../../abci/application.js';
import type { StoredBlock } from '../../../backend/comet.js';
import type { Vote } from '../../../consensus/types/vote.js';
import { dialect as v0_37 } from './0.37.js';
import type { Dialect } from './dialect.js';
import { phasedEvent, phasedResults } from './shared/begin_end.js';
import { blockMeta, storedBlock } from './shared/block.js';
import { commit } from './shared/commit.js';
import { checkTxWith, deliveredTx } from './shared/deliver_tx.js';
import { documentedInfo, documentedQuery } from './shared/documented/abci.js';
import { documentedBlock } from './shared/documented/block.js';
import { documentedDump, documentedRounds } from './shared/documented/consensus_dump.js';
import { type KeyLookup, keysOf } from './shared/documented/evidence.js';
import { documentedHeader } from './shared/documented/header.js';
import { documentedParams, documentedParamsUpdate } from './shared/documented/params.js';
import { documentedBroadcast, documentedFoundTx, documentedTx, resultWithTextCode } from './shared/documented/tx.js';
import { fullEvent, sparseEvent } from './shared/event.js';
import { paramsUpdate } from './shared/params.js';
import { sharedResults } from './shared/results.js';
import { base64, hex, int64 } from './shared/scalars.js';
import { pubKey } from './shared/validator.js';
import { voteText } from './shared/vote.js';

const { engineVersion, subscriptionKey, canceled } = v0_37;

const voteLine = (vote: Vote): string => voteText(vote, '');

const documentedMeta = (stored: StoredBlock) => ({
  ...blockMeta(stored),
  block_size: stored.size,
  header: documentedHeader(stored.block.header),
});

const documentedUpdate = ({ pubKey: key, power }: ValidatorUpdate) => ({ pub_key: pubKey(key), power: int64(power) });

function shapes(keyOf: KeyLookup): Pick<Dialect, 'results' | 'subscriptionEvents'> {
  const block = documentedBlock(keyOf);
  return {
    results: {
      ...sharedResults({ engineVersion, block, voteLine, params: documentedParams }),
      header: (found) => ({ header: found === undefined ? null : documentedHeader(found) }),
      blockchain: ({ lastHeight, blocks }) => ({
        last_height: int64(lastHeight),
        block_metas: blocks.map(documentedMeta),
      }),
      commit: (view) =>
        view === undefined
          ? null
          : {
              signed_header: { header: documentedHeader(view.header), commit: commit(view.commit) },
              canonical: view.canonical,
            },
      block_results: (results) =>
        phasedResults(results, {
          txResult: resultWithTextCode,
          event: fullEvent,
          paramsUpdate: documentedParamsUpdate,
          validatorUpdate: documentedUpdate,
        }),
      dump_consensus_state: (view, rounds) => documentedDump(view, { block, voteLine }, rounds),
      dump_consensus_state_rounds: (part) => documentedRounds(part, voteLine),
      num_unconfirmed_txs: ({ total, totalBytes }) => ({
        n_txs: int64(total),
        total: int64(total),
        total_bytes: int64(totalBytes),
      }),
      genesis_chunked: ({ chunk, total, data }) => ({ chunk, total, data: base64(data) }),
      tx: documentedTx,
      tx_search: ({ txs, total }) => ({ txs: txs.map(documentedFoundTx), total_count: int64(total) }),
      block_search: ({ blocks, total }) => ({
        blocks: blocks.map((stored) => storedBlock(stored, block)),
        total_count: total,
      }),
      check_tx: checkTxWith(resultWithTextCode),
      broadcast_evidence: hex,
      broadcast_tx: documentedBroadcast,
      broadcast_tx_commit: deliveredTx(resultWithTextCode, resultWithTextCode),
      dial: (log) => ({ Log: log }),
      abci_info: documentedInfo,
      abci_query: documentedQuery,
    },
    subscriptionEvents: (event) =>
      event.type === 'NewBlock' || event.type === 'NewBlockHeader'
        ? [phasedEvent(event, { block, header: documentedHeader, event: sparseEvent, paramsUpdate })]
        : v0_37.subscriptionEvents(event),
  };
}

export const dialect: Dialect = {
  version: 'documented',
  summary: 'Follows the published documentation of the engine to the letter, where the engine differs from it.',
  prefix: '/documented',
  engineVersion,
  absentRoutes: [],
  ...shapes(() => undefined),
  subscriptionKey,
  canceled,
  bind: (backend) => ({ ...dialect, ...shapes(keysOf(backend)) }),
};
