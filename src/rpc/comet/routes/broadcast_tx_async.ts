/**
 * Implements `broadcast_tx_async` (consensus-rpc.md 4.4). It does not report the result of CheckTx, but reports a
 * refusal of the mempool. It waits for the check, because only then the mempool's decision is known.
 */

import { EMPTY_BYTES } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { RAW_TRANSACTION } from '../../examples.js';
import { txBytes } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';

export const broadcast_tx_async = defineRoute({
  name: 'broadcast_tx_async',
  summary: 'Submits a transaction and returns its hash.',
  example: `/broadcast_tx_async?tx=${RAW_TRANSACTION}`,
  args: { tx: txBytes },
  caching: 'never',
  handle: async ({ backend, dialect }, { tx }) => {
    const outcome = await backend.broadcast(tx);
    if (outcome.type === 'refused') throw new HalleyError('unavailable', outcome.reason);
    return dialect.results.broadcast_tx({ code: 0, data: EMPTY_BYTES, log: '', codespace: '', hash: outcome.hash });
  },
});
