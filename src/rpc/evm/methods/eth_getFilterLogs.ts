/** Implements `eth_getFilterLogs`: runs the whole query of a log filter, not only for new logs. */
import { CONTRACT, LOG_FILTER } from '../../examples.js';
import { evmMethod } from '../context.js';
import { answerLogs } from '../logs/get_logs.js';
import { filterId } from '../params/values.js';

export const eth_getFilterLogs = evmMethod({
  name: 'eth_getFilterLogs',
  summary: 'Returns all logs that match a log filter.',
  params: [filterId],
  result: 'array of logs',
  handler: (context, id) => answerLogs(context, context.filters.criteria(id)),
  example: {
    params: [LOG_FILTER],
    result: [
      { address: CONTRACT, logIndex: '0x0' },
      { address: CONTRACT, logIndex: '0x1' },
    ],
  },
});
