/** `check_tx` (consensus-rpc.md 4.4): what the application's CheckTx says; the mempool does not hear of it. */
import { RAW_TRANSACTION } from '../../examples.js';
import { txBytes } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';

export const check_tx = defineRoute({
  name: 'check_tx',
  summary: 'Has a transaction checked without handing it in.',
  example: `/check_tx?tx=${RAW_TRANSACTION}`,
  args: { tx: txBytes },
  caching: 'never',
  handle: async ({ backend, dialect }, { tx }) => dialect.results.check_tx(await backend.checkTx(tx)),
});
