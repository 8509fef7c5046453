/** `abci_info` (consensus-rpc.md 4.5). */
import { defineRoute } from '../route.js';

export const abci_info = defineRoute({
  name: 'abci_info',
  summary: 'What the application says of itself.',
  example: '/abci_info',
  args: {},
  caching: 'moving',
  handle: async ({ backend, dialect }) => dialect.results.abci_info(await backend.info()),
});
