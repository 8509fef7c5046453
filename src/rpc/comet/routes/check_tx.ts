/**
 * Implements `check_tx` (consensus-rpc.md 4.4): returns the result of the application's CheckTx without adding to the
 * mempool.
 */
import { RAW_TRANSACTION } from '../../examples.js';
import { txBytes } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';

export const check_tx = defineRoute({
  name: 'check_tx',
  summary: 'Runs CheckTx on a transaction without submitting it.',
  example: `/check_tx?tx=${RAW_TRANSACTION}`,
  args: { tx: txBytes },
  caching: 'never',
  handle: async ({ backend, dialect }, { tx }) => dialect.results.check_tx(await backend.checkTx(tx)),
});
