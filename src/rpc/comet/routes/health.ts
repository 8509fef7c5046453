/** Implements `health` (consensus-rpc.md 4.3). An empty response means that the node is up. */
import { defineRoute } from '../route.js';

export const health = defineRoute({
  name: 'health',
  summary: 'Returns an empty object while the node is up.',
  example: '/health',
  args: {},
  caching: 'never',
  handle: () => ({}),
});
