/**
 * Implements `broadcast_tx_sync` (consensus-rpc.md 4.4): responds after CheckTx. A code other than 0 is a response, not
 * an error.
 */

import { HalleyError } from '../../../kernel/errors.js';
import { RAW_TRANSACTION } from '../../examples.js';
import { txBytes } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';

export const broadcast_tx_sync = defineRoute({
  name: 'broadcast_tx_sync',
  summary: 'Submits a transaction and returns the result of CheckTx.',
  example: `/broadcast_tx_sync?tx=${RAW_TRANSACTION}`,
  args: { tx: txBytes },
  caching: 'never',
  handle: async ({ backend, dialect }, { tx }) => {
    const outcome = await backend.broadcast(tx);
    if (outcome.type === 'refused') throw new HalleyError('unavailable', outcome.reason);
    const { code, data, log, codespace } = outcome.check;
    return dialect.results.broadcast_tx({ code, data, log, codespace, hash: outcome.hash });
  },
});
