/** Implements `abci_info` (consensus-rpc.md 4.5). */
import { defineRoute } from '../route.js';

export const abci_info = defineRoute({
  name: 'abci_info',
  summary: 'Name and version of the application, its last height and its app hash.',
  example: '/abci_info',
  args: {},
  caching: 'moving',
  handle: async ({ backend, dialect }) => dialect.results.abci_info(await backend.info()),
});
