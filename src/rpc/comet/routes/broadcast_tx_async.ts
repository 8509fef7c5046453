/**
 * `broadcast_tx_async` (consensus-rpc.md 4.4): what CheckTx says is not told; what the mempool refuses is. It waits for
 * the check all the same, because only then it knows whether the mempool refuses.
 */

import { EMPTY_BYTES } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { RAW_TRANSACTION } from '../../examples.js';
import { txBytes } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';

export const broadcast_tx_async = defineRoute({
  name: 'broadcast_tx_async',
  summary: 'Hands in a transaction and answers with its hash.',
  example: `/broadcast_tx_async?tx=${RAW_TRANSACTION}`,
  args: { tx: txBytes },
  caching: 'never',
  handle: async ({ backend, dialect }, { tx }) => {
    const outcome = await backend.broadcast(tx);
    if (outcome.type === 'refused') throw new HalleyError('unavailable', outcome.reason);
    return dialect.results.broadcast_tx({ code: 0, data: EMPTY_BYTES, log: '', codespace: '', hash: outcome.hash });
  },
});
