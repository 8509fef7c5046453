/**
 * Answers `/cosmos.tx.v1beta1.Service/GetTxsEvent`: a page of the transactions whose events match. `events` is the
 * older field: a list of conditions, all of which must match.
 */
import {
  int,
  optional,
  repeated,
  repeatedBytes,
  repeatedString,
  small,
  string,
  uint,
} from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { HalleyError } from '../../../../kernel/errors.js';
import { defineNodeQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, unknownStatus } from '../../../sdk/query/failure.js';
import type { NodeTxSearch, NodeTxs } from '../../../sdk/query/node_txs.js';
import { PageRequest, PageResponse } from '../../../sdk/query/pagination.js';
import { factsOf } from '../facts.js';
import { TxResponse, txResponse } from '../tx_response.js';

const DESCENDING = 2;
const DEFAULT_LIMIT = 100n;

export const GetTxsEvent = defineNodeQuery('/cosmos.tx.v1beta1.Service/GetTxsEvent', {
  request: message(
    'cosmos.tx.v1beta1.GetTxsEventRequest',
    {
      events: repeatedString(1),
      pagination: optional(2, PageRequest),
      orderBy: small(3),
      page: uint(4),
      limit: uint(5),
      query: string(6),
    },
    { lenient: true },
  ),
  response: message('cosmos.tx.v1beta1.GetTxsEventResponse', {
    txs: repeatedBytes(1),
    txResponses: repeated(2, TxResponse),
    pagination: optional(3, PageResponse),
    total: int(4),
  }),
  answer({ events, query: given, orderBy, page, limit }, _, services) {
    const query = given === '' ? events.join(' AND ') : given;
    if (query === '') throw invalidArgument('query cannot be empty');
    const order = orderBy === DESCENDING ? 'desc' : 'asc';
    const asked = { query, order, page: page || 1n, limit: limit || DEFAULT_LIMIT } as const;
    const { found, total } = searched(factsOf(services).txs, asked);
    return {
      txs: found.map(({ tx }) => tx),
      txResponses: found.map(txResponse),
      pagination: undefined,
      total: BigInt(total),
    };
  },
});

/** Searches. Errors of the query or the page keep the engine's texts. */
function searched(txs: NodeTxs, asked: NodeTxSearch): ReturnType<NodeTxs['search']> {
  try {
    return txs.search(asked);
  } catch (error) {
    if (error instanceof HalleyError && error.code === 'invalid-argument') throw unknownStatus(error.message);
    throw error;
  }
}
