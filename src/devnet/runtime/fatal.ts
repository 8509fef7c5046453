/**
 * What ends a devnet. A command of the loop may refuse: then nothing has changed. Any other failure leaves what is
 * decided, what is on disk and what is in memory apart, and nothing may go on from there.
 */
import { type ErrorCode, HalleyError } from '../../kernel/errors.js';

const FATAL: ReadonlySet<ErrorCode> = new Set(['store-failed', 'corrupt-store', 'stopped']);

/** What callers hear of a devnet that is no more, and of what its close has cut short. */
export const closed = (): HalleyError => new HalleyError('unavailable', 'the devnet is closed');

export const isRefusal = (error: unknown): boolean => error instanceof HalleyError && !FATAL.has(error.code);

/** The error that callers and the host see from then on: what failed, or a bug of ours in these words. */
export function fatal(error: unknown): HalleyError {
  if (error instanceof HalleyError && FATAL.has(error.code)) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new HalleyError(
    'stopped',
    `the devnet has stopped after a bug of ours: ${why}; what was acknowledged until then is kept`,
    {},
    { cause: error },
  );
}
