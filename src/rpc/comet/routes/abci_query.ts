/**
 * Implements `abci_query` (consensus-rpc.md 4.5). A refusal of the application is a response with a code, not an error.
 */
import { bool, hexText, int64, text } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';

export const abci_query = defineRoute({
  name: 'abci_query',
  summary: 'Queries the state of the application, with a proof on request.',
  example: '/abci_query?path="/store/bank/key"&data=0x00',
  args: { path: text, data: hexText, height: int64, prove: bool },
  caching: 'never',
  handle: async ({ backend, dialect }, request) => dialect.results.abci_query(await backend.query(request)),
});
