/** Implements `eth_getLogs` (evm-json-rpc.md 8.2). */
import { CALL_HASH, CONTRACT, EVENT_TOPIC, word } from '../../examples.js';
import { evmMethod } from '../context.js';
import { answerLogs } from '../logs/get_logs.js';
import { logFilter } from '../params/log_filter.js';

export const eth_getLogs = evmMethod({
  name: 'eth_getLogs',
  summary: 'Returns the logs of a range of blocks or of one block that match a filter.',
  params: [logFilter],
  result: 'array of logs',
  handler: (context, filter) => answerLogs(context, filter),
  example: {
    params: [{ fromBlock: 'earliest', toBlock: 'latest', address: CONTRACT, topics: [EVENT_TOPIC] }],
    result: [
      { address: CONTRACT, blockNumber: '0x3', transactionHash: CALL_HASH, removed: false },
      { transactionIndex: '0x1', logIndex: '0x1', data: word(2) },
    ],
  },
});
