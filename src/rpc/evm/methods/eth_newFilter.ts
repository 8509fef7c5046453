/** `eth_newFilter`: reports logs of blocks that come after it. */
import { evmMethod } from '../context.js';
import { CONTRACT } from '../examples.js';
import { logFilter } from '../params/log_filter.js';

export const eth_newFilter = evmMethod({
  name: 'eth_newFilter',
  summary: 'Creates a filter of logs.',
  params: [logFilter],
  result: 'filter id',
  handler: ({ filters }, filter) => filters.newLogFilter(filter),
  example: { params: [{ address: CONTRACT }], result: '0x1' },
});
