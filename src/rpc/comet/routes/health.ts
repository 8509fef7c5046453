/** `health` (consensus-rpc.md 4.3): an empty answer means that the node is up. */
import { defineRoute } from '../route.js';

export const health = defineRoute({
  name: 'health',
  summary: 'Answers when the node is up.',
  example: '/health',
  args: {},
  caching: 'never',
  handle: () => ({}),
});
