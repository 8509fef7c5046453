/**
 * Defines the dialect of CometBFT 0.34 (consensus-rpc.md 5), the last one that follows Tendermint. Event attributes are
 * bytes, and parameters appear as protobuf structs. Headers have no routes of their own. Searches may require that one
 * event meets all conditions.
 */
import type { CheckTxResponse, Event, EventAttribute, ExecTxResult } from '../../../abci/application.js';
import { utf8 } from '../../../kernel/text.js';
import { bool } from '../protocol/arg_kind.js';
import type { Dialect } from './dialect.js';
import { phasedEvent, phasedResults } from './shared/begin_end.js';
import { blockWith } from './shared/block.js';
import { consensusEvent } from './shared/consensus_events.js';
import { header } from './shared/header.js';
import { protoParams, protoParamsUpdate } from './shared/params.js';
import { sharedResults } from './shared/results.js';
import { base64OrNull, int64, listOrAbsent, textOrAbsent } from './shared/scalars.js';
import { checkTxWith, deliveredTx, fullResult, sparseResult, tx, txEvent } from './shared/tx.js';
import { plainVote, voteText } from './shared/vote.js';
import type { TxView } from './views.js';

const ENGINE_VERSION = '0.34.35';

/** Requires that one event meets all conditions of a search. Without it (false), different events may meet them. */
const MATCH_EVENTS = [{ name: 'match_events', kind: bool }];

const block = blockWith(plainVote);

/**
 * Encodes an attribute of an event. Keys and values are bytes, so they are in base64, or null when they are empty
 * (consensus-rpc.md 3). Structures that contain events have the shape of the later versions, with these events
 * inserted.
 */
const base64Attribute = ({ key, value, index }: EventAttribute) => ({
  key: base64OrNull(utf8(key)),
  value: base64OrNull(utf8(value)),
  index,
});

const fullBase64Event = ({ type, attributes }: Event) => ({ type, attributes: attributes.map(base64Attribute) });

const sparseBase64Event = ({ type, attributes }: Event) => ({
  type: textOrAbsent(type),
  attributes: listOrAbsent(attributes, base64Attribute),
});

const withoutEvents = <T extends ExecTxResult | CheckTxResponse>(r: T): T => ({ ...r, events: [] });

const fullBase64Result = (r: ExecTxResult | CheckTxResponse) => ({
  ...fullResult(withoutEvents(r)),
  events: r.events.map(fullBase64Event),
});

const base64Tx = (view: TxView) => ({
  ...tx({ ...view, location: { ...view.location, result: withoutEvents(view.location.result) } }),
  tx_result: fullBase64Result(view.location.result),
});

const sparseBase64Result = (r: ExecTxResult) => ({
  ...sparseResult(withoutEvents(r)),
  events: listOrAbsent(r.events, sparseBase64Event),
});

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
