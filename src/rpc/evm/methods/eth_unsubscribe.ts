/** `eth_unsubscribe`: false for what this connection has not subscribed to. */

import { SUBSCRIPTION } from '../../examples.js';
import { METHOD_NOT_FOUND, RpcError } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { subscriptionId } from '../params/values.js';

export const eth_unsubscribe = evmMethod({
  name: 'eth_unsubscribe',
  summary: 'Ends a subscription of this connection.',
  params: [subscriptionId],
  result: 'boolean',
  handler: ({ subscriber }, id) => {
    if (subscriber === undefined) throw new RpcError(METHOD_NOT_FOUND, 'notifications not supported');
    return subscriber.unsubscribe(id);
  },
  example: { params: [SUBSCRIPTION], result: true },
});
