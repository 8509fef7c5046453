/**
 * Decides which errors end a devnet, or the application of a CometBFT node. A command of the loop may refuse: then
 * nothing has changed. After any other failure the decided state, the disk and the memory may differ, so nothing may
 * continue from there.
 */
import { type ErrorCode, HalleyError } from '../../kernel/errors.js';

const FATAL: ReadonlySet<ErrorCode> = new Set(['store-failed', 'corrupt-store', 'stopped']);

/**
 * Makes the error for calls after a devnet, or the application of a CometBFT node, has closed, and for those that the
 * close has cut short.
 */
export const closed = (): HalleyError => new HalleyError('unavailable', 'Halley is closed');

export const isRefusal = (error: unknown): boolean => error instanceof HalleyError && !FATAL.has(error.code);

/**
 * Returns the error that callers and the program get from then on: the failure itself, or a bug of ours wrapped in
 * `stopped`.
 */
export function fatal(error: unknown): HalleyError {
  if (error instanceof HalleyError && FATAL.has(error.code)) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new HalleyError(
    'stopped',
    `Halley has stopped after an internal error: ${why}; a home folder still has what was acknowledged`,
    {},
    { cause: error },
  );
}
