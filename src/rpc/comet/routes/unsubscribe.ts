/** Implements `unsubscribe` (consensus-rpc.md 7). */
import { text } from '../protocol/arg_kind.js';
import { defineSocketRoute } from '../route.js';

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
