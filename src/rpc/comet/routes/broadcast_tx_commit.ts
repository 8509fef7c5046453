/**
 * Implements `broadcast_tx_commit` (consensus-rpc.md 4.4): responds when the transaction is in a block. The engine
 * counts this as a subscription of the caller. Here it takes no subscription slot, so it cannot fail for lack of one.
 */

import { HalleyError } from '../../../kernel/errors.js';
import { RAW_TRANSACTION } from '../../examples.js';
import { txBytes } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';

export const broadcast_tx_commit = defineRoute({
  name: 'broadcast_tx_commit',
  summary: 'Submits a transaction and returns its result when a block includes it.',
  example: `/broadcast_tx_commit?tx=${RAW_TRANSACTION}`,
  args: { tx: txBytes },
  caching: 'never',
  handle: async ({ backend, dialect, limits }, { tx }) => {
    const { outcome, location } = await backend.broadcastCommit(tx, limits.broadcastCommitMs);
    if (outcome.type === 'refused')
      throw new HalleyError('unavailable', `error on broadcastTxCommit: ${outcome.reason}`);
    const { check, hash } = outcome;
    if (check.code === 0 && location === undefined)
      throw new HalleyError('unavailable', 'timed out waiting for tx to be included in a block', { hash });
    return dialect.results.broadcast_tx_commit({ check, hash, location });
  },
});
