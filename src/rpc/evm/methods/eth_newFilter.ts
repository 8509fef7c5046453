/** Implements `eth_newFilter`. The filter reports logs of blocks that follow its creation. */
import { CONTRACT, NEW_ID } from '../../examples.js';
import { evmMethod } from '../context.js';
import { logFilter } from '../params/log_filter.js';

export const eth_newFilter = evmMethod({
  name: 'eth_newFilter',
  summary: 'Creates a filter of logs.',
  params: [logFilter],
  result: 'filter id',
  handler: ({ filters }, filter) => filters.newLogFilter(filter),
  example: { params: [{ address: CONTRACT }], result: NEW_ID },
});
