/** Implements the routes of subscriptions, which need a WebSocket (consensus-rpc.md 7). */
import { text } from '../protocol/arg_kind.js';
import { defineSocketRoute } from '../route.js';

/** The response is `{}`. The matching events follow, all with the id of this request. */
export const subscribe = defineSocketRoute({
  name: 'subscribe',
  summary: 'Sends the events that match a query, until unsubscribed.',
  example: `/subscribe?query="tm.event='NewBlock'"`,
  args: { query: text },
  caching: 'never',
  handle: ({ subscriber, id }, { query }) => {
    subscriber.subscribe(query, id);
    return {};
  },
});

export const unsubscribe = defineSocketRoute({
  name: 'unsubscribe',
  summary: 'Ends the subscription to a query.',
  example: `/unsubscribe?query="tm.event='NewBlock'"`,
  args: { query: text },
  caching: 'never',
  handle: ({ subscriber }, { query }) => {
    subscriber.unsubscribe(query);
    return {};
  },
});

export const unsubscribe_all = defineSocketRoute({
  name: 'unsubscribe_all',
  summary: 'Ends all subscriptions of the connection.',
  example: '/unsubscribe_all',
  args: {},
  caching: 'never',
  handle: ({ subscriber }) => {
    subscriber.unsubscribeAll();
    return {};
  },
});
