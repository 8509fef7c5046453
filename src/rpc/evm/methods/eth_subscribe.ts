/** Implements the methods of subscriptions, which need a WebSocket. */
import { NEW_ID, SUBSCRIPTION } from '../../examples.js';
import { METHOD_NOT_FOUND, RpcError, refusal } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { subscriptionOptions } from '../params/log_filter.js';
import { subscriptionId, subscriptionName } from '../params/values.js';
import { subscriptionKind } from '../subscriptions/subscription_kind.js';
import { mustBeTrusted } from '../trusted_peer.js';

export const eth_subscribe = evmMethod({
  name: 'eth_subscribe',
  summary: 'Subscribes to new heads, logs, pending transactions, the trace or the wallet, on this connection.',
  params: [subscriptionName, subscriptionOptions],
  result: 'subscription id',
  handler: ({ evm, subscriber, limits, peer }, name, options) => {
    if (subscriber === undefined) throw new RpcError(METHOD_NOT_FOUND, 'notifications not supported');
    const kind = subscriptionKind(name, options, limits);
    if (kind.type === 'halley_trace') mustBeTrusted(peer, `"${name}" contains all transactions that arrive`, 'receive');
    if (kind.type !== 'halley_wallet') return subscriber.subscribe(kind);
    mustBeTrusted(peer, `"${name}" contains accounts of the node`, 'receive');
    // A node without a wallet refuses.
    return evm.browserWallet().then(() => subscriber.subscribe(kind));
  },
  example: { params: ['newHeads'], result: NEW_ID },
});

/** The result is false for a subscription that this connection does not have. */
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
