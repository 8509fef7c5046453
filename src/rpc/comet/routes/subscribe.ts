/**
 * Implements `subscribe` (consensus-rpc.md 7): responds with `{}`, then sends the matching events, all with the id of
 * this request.
 */
import { text } from '../protocol/arg_kind.js';
import { defineSocketRoute } from '../route.js';

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
