/** Implements the routes that add a transaction to the mempool (consensus-rpc.md 4.4). */
import type { BroadcastOutcome } from '../../../backend/comet.js';
import { EMPTY_BYTES } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { RAW_TRANSACTION } from '../../examples.js';
import { txBytes } from '../protocol/arg_kind.js';
import { defineRoute, type RouteContext } from '../route.js';

type Checked = Extract<BroadcastOutcome, { readonly type: 'checked' }>;

/** Throws where the dialect answers a transaction that CheckTx refuses with an error. */
function mustBeValid(dialect: RouteContext['dialect'], { check, hash }: Checked, prefix = ''): void {
  if (check.code !== 0 && dialect.invalidTx !== undefined)
    throw new HalleyError('unavailable', `${prefix}${dialect.invalidTx(check, hash)}`, { hash });
}

/** Beginning of the error text in 1.0 of a route that waits for CheckTx. */
const WAITED = 'broadcast error on transaction validation: ';

/**
 * The result of CheckTx is not reported, but a refusal of the mempool is. The response waits for the check, because
 * only then the mempool's decision is known.
 */
export const broadcast_tx_async = defineRoute({
  name: 'broadcast_tx_async',
  summary: 'Submits a transaction and returns its hash.',
  example: `/broadcast_tx_async?tx=${RAW_TRANSACTION}`,
  args: { tx: txBytes },
  caching: 'never',
  handle: async ({ backend, dialect }, { tx }) => {
    const outcome = await backend.broadcast(tx);
    if (outcome.type === 'refused') throw new HalleyError('unavailable', outcome.reason);
    mustBeValid(dialect, outcome);
    return dialect.results.broadcast_tx({ code: 0, data: EMPTY_BYTES, log: '', codespace: '', hash: outcome.hash });
  },
});

/**
 * The response comes when the transaction is in a block. The engine counts this as a subscription of the caller. Here
 * it takes no subscription slot, so it cannot fail for lack of one.
 */
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
    mustBeValid(dialect, outcome, WAITED);
    const { check, hash } = outcome;
    if (check.code === 0 && location === undefined)
      throw new HalleyError('unavailable', 'timed out waiting for tx to be included in a block', { hash });
    return dialect.results.broadcast_tx_commit({ check, hash, location });
  },
});

/** The response comes after CheckTx. A code other than 0 is a response, not an error. */
export const broadcast_tx_sync = defineRoute({
  name: 'broadcast_tx_sync',
  summary: 'Submits a transaction and returns the result of CheckTx.',
  example: `/broadcast_tx_sync?tx=${RAW_TRANSACTION}`,
  args: { tx: txBytes },
  caching: 'never',
  handle: async ({ backend, dialect }, { tx }) => {
    const outcome = await backend.broadcast(tx);
    if (outcome.type === 'refused') throw new HalleyError('unavailable', outcome.reason);
    mustBeValid(dialect, outcome, WAITED);
    const { code, data, log, codespace } = outcome.check;
    return dialect.results.broadcast_tx({ code, data, log, codespace, hash: outcome.hash });
  },
});
