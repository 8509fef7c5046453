/** Implements `eth_unsubscribe`. It returns false for a subscription that this connection does not have. */

import { SUBSCRIPTION } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { subscriptionId } from '../params/values.js';

export const eth_unsubscribe = evmMethod({
  name: 'eth_unsubscribe',
  summary: 'Ends a subscription of this connection.',
  params: [subscriptionId],
  result: 'boolean',
  handler: ({ subscriber }, id) => {
    // HTTP cannot have subscriptions.
    if (subscriber === undefined) throw refusal('subscription not found');
    return subscriber.unsubscribe(id);
  },
  example: { params: [SUBSCRIPTION], result: true },
});
