/** Implements `eth_getFilterChanges`, which also keeps the filter from expiring. */
import { BLOCK_FILTER, HEAD_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { filterId } from '../params/values.js';
import { changesView } from '../subscriptions/filter_changes.js';

export const eth_getFilterChanges = evmMethod({
  name: 'eth_getFilterChanges',
  summary: 'Returns what a filter has collected since the last poll.',
  params: [filterId],
  result: 'array of hashes, transactions or logs',
  handler: ({ filters }, id) => changesView(filters.changes(id)),
  example: { params: [BLOCK_FILTER], result: [HEAD_HASH] },
});
