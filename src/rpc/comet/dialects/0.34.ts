/**
 * Defines the dialect of CometBFT 0.34 (consensus-rpc.md 5), the last one that follows Tendermint. Event attributes are
 * bytes, and parameters appear as protobuf structs. Headers have no routes of their own. Searches may require that one
 * event meets all conditions.
 */
import { bool } from '../protocol/arg_kind.js';
import type { Dialect } from './dialect.js';
import { base64Tx, fullBase64Result, sparseBase64Event, sparseBase64Result } from './shared/base64_events.js';
import { phasedEvent, phasedResults } from './shared/begin_end.js';
import { blockWith } from './shared/block.js';
import { consensusEvent } from './shared/consensus_events.js';
import { checkTxWith, deliveredTx } from './shared/deliver_tx.js';
import { header } from './shared/header.js';
import { protoParams, protoParamsUpdate } from './shared/proto_params.js';
import { sharedResults } from './shared/results.js';
import { int64 } from './shared/scalars.js';
import { txEvent } from './shared/tx_event.js';
import { plainVote, voteText } from './shared/vote.js';

const ENGINE_VERSION = '0.34.35';

/** Requires that one event meets all conditions of a search. Without it (false), different events may meet them. */
const MATCH_EVENTS = [{ name: 'match_events', kind: bool }];

const block = blockWith(plainVote);
const checkTx = checkTxWith(fullBase64Result);

export const dialect: Dialect = {
  version: '0.34',
  summary: 'Encodes as Tendermint and CometBFT 0.34: event attributes in base64, `match_events`, no `header`.',
  engineVersion: ENGINE_VERSION,
  absentRoutes: ['header', 'header_by_hash'],
  moreArgs: { tx_search: MATCH_EVENTS, block_search: MATCH_EVENTS },
  results: {
    ...sharedResults({
      engineVersion: ENGINE_VERSION,
      block,
      voteLine: (vote) => voteText(vote, ''),
      params: protoParams,
    }),
    block_results: (results) =>
      phasedResults(results, {
        txResult: fullBase64Result,
        event: sparseBase64Event,
        paramsUpdate: protoParamsUpdate,
      }),
    tx: base64Tx,
    tx_search: ({ txs, total }) => ({ txs: txs.map(base64Tx), total_count: int64(total) }),
    check_tx: checkTx,
    broadcast_tx_commit: deliveredTx(checkTx, fullBase64Result),
  },
  subscriptionEvents: (event) => {
    switch (event.type) {
      case 'NewBlock':
      case 'NewBlockHeader':
        return [
          phasedEvent(event, {
            block,
            header,
            event: sparseBase64Event,
            paramsUpdate: protoParamsUpdate,
          }),
        ];
      case 'Tx':
        return [txEvent(event, sparseBase64Result)];
    }
    return [consensusEvent(event, { vote: plainVote, evidenceStartsWith: 'evidence' })];
  },
  subscriptionKey: (text) => text,
  canceled: (reason) => `subscription was cancelled (reason: ${reason})`,
};
