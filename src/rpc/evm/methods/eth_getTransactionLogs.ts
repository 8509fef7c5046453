/**
 * Implements `eth_getTransactionLogs` (documented.md 2, a Cosmos addition). It returns null for an unknown or failed
 * transaction.
 */
import { CALL_HASH, CONTRACT, EVENT_TOPIC } from '../../examples.js';
import { evmMethod } from '../context.js';
import { transactionHash } from '../params/values.js';
import { logViews } from '../views/receipt.js';

export const eth_getTransactionLogs = evmMethod({
  name: 'eth_getTransactionLogs',
  summary: 'Returns the logs of one transaction.',
  params: [transactionHash],
  result: 'array of logs or null',
  handler: ({ evm }, hash) => {
    const receipt = evm.receipt(hash);
    return receipt?.success ? logViews(receipt.logs) : null;
  },
  example: { params: [CALL_HASH], result: [{ address: CONTRACT, topics: [EVENT_TOPIC, {}], logIndex: '0x0' }] },
});
