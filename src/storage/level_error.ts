/** What went wrong with a LevelDB folder, in words for the person who named the folder. */
import { HalleyError } from '../kernel/errors.js';

/** The innermost error tells; those around it only say that opening or writing failed. */
function innermost(error: unknown): { readonly code: string; readonly message: string } {
  let found = error;
  while (found instanceof Error && found.cause instanceof Error) found = found.cause;
  const code = found instanceof Error && 'code' in found ? String(found.code) : '';
  return { code, message: found instanceof Error ? found.message : String(found) };
}

/** `how` goes on after "is damaged": a text with what was found. */
export const damaged = (folder: string, how: string, facts: Readonly<Record<string, unknown>> = {}): HalleyError =>
  new HalleyError(
    'corrupt-store',
    `the store in "${folder}" is damaged: ${how}; restore the folder from a copy, or remove it to start anew`,
    { folder, ...facts },
  );

/** The HalleyError for `error`, with which LevelDB did not open; a HalleyError stays itself. */
export function openError(folder: string, error: unknown): HalleyError {
  if (error instanceof HalleyError) return error;
  const { code, message } = innermost(error);
  if (code === 'LEVEL_CORRUPTION') return damaged(folder, message);
  const how =
    code === 'LEVEL_LOCKED'
      ? 'is in use by another process; stop that one first, or give each its own folder'
      : `cannot be used: ${message}`;
  return new HalleyError('unavailable', `the store in "${folder}" ${how}`, { folder, cause: message });
}

/** The HalleyError for `error`, with which a write failed; a HalleyError stays itself. */
export function writeError(folder: string, error: unknown): HalleyError {
  if (error instanceof HalleyError) return error;
  const { message } = innermost(error);
  return new HalleyError(
    'store-failed',
    `the store in "${folder}" cannot be written: ${message}; what was acknowledged is kept: mend that, and start again`,
    { folder, cause: message },
  );
}

/** Why LevelDB could not read. */
export const readFailure = (error: unknown): string => `cannot be read (${innermost(error).message})`;
