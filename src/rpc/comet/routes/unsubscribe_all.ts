/** Implements `unsubscribe_all` (consensus-rpc.md 7). */
import { defineSocketRoute } from '../route.js';

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
