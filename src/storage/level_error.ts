/**
 * Messages about errors of a LevelDB folder for the user who chose it: damage, a lock, a full disk (`ENOSPC`), a
 * disk that fails.
 */
import { HalleyError } from '../kernel/errors.js';

/** Returns the innermost error, which has the cause. The errors around it only say that opening or writing failed. */
function innermost(error: unknown): { readonly code: string; readonly message: string } {
  let found = error;
  while (found instanceof Error && found.cause instanceof Error) found = found.cause;
  const code = found instanceof Error && 'code' in found ? String(found.code) : '';
  return { code, message: found instanceof Error ? found.message : String(found) };
}

/** Creates the error for a damaged store. `how` describes what was found, and follows "is damaged". */
export const damaged = (folder: string, how: string, facts: Readonly<Record<string, unknown>> = {}): HalleyError =>
  new HalleyError(
    'corrupt-store',
    `the store in "${folder}" is damaged: ${how}; restore the folder from a copy, or remove it to start anew`,
    { folder, ...facts },
  );

/** Converts an error with which LevelDB failed to open to a HalleyError. A HalleyError is returned unchanged. */
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

/** Converts an error with which a write failed to a HalleyError. A HalleyError is returned unchanged. */
export function writeError(folder: string, error: unknown): HalleyError {
  if (error instanceof HalleyError) return error;
  const { message } = innermost(error);
  return new HalleyError(
    'store-failed',
    `the store in "${folder}" cannot be written: ${message}; acknowledged data is not lost: fix the cause, then start again`,
    { folder, cause: message },
  );
}

/** Describes why LevelDB could not read. */
export const readFailure = (error: unknown): string => `cannot be read (${innermost(error).message})`;
