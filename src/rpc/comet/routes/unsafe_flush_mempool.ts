/** Implements `unsafe_flush_mempool` (consensus-rpc.md 4.5): empties the mempool and its cache of seen transactions. */
import { defineRoute } from '../route.js';

export const unsafe_flush_mempool = defineRoute({
  name: 'unsafe_flush_mempool',
  summary: 'Removes every transaction from the mempool.',
  example: '/unsafe_flush_mempool',
  args: {},
  caching: 'never',
  unsafe: true,
  handle: async ({ backend }) => {
    await backend.flushMempool();
    return {};
  },
});
