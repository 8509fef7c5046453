/**
 * Implements `eth_subscribe` (evm-json-rpc.md 8.3). It is available only on connections that can receive notifications.
 */
import { NEW_ID } from '../../examples.js';
import { METHOD_NOT_FOUND, RpcError } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { subscriptionOptions } from '../params/log_filter.js';
import { subscriptionName } from '../params/values.js';
import { subscriptionKind } from '../subscriptions/subscription_kind.js';

export const eth_subscribe = evmMethod({
  name: 'eth_subscribe',
  summary: 'Subscribes to new heads, logs or pending transactions on this connection.',
  params: [subscriptionName, subscriptionOptions],
  result: 'subscription id',
  handler: ({ subscriber, limits }, name, options) => {
    if (subscriber === undefined) throw new RpcError(METHOD_NOT_FOUND, 'notifications not supported');
    return subscriber.subscribe(subscriptionKind(name, options, limits));
  },
  example: { params: ['newHeads'], result: NEW_ID },
});
