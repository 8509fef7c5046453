/** What went wrong with a LevelDB folder, in words for the person who named the folder. */
import { HalleyError } from '../kernel/errors.js';

/** The innermost error tells; those around it only say that opening or writing failed. */
function innermost(error: unknown): { readonly code: string; readonly message: string } {
  let found = error;
  while (found instanceof Error && found.cause instanceof Error) found = found.cause;
  const code = found instanceof Error && 'code' in found ? String(found.code) : '';
  return { code, message: found instanceof Error ? found.message : String(found) };
}

/** The HalleyError for `error`, which LevelDB threw; a HalleyError stays itself. */
export function levelError(folder: string, error: unknown): HalleyError {
  if (error instanceof HalleyError) return error;
  const { code, message } = innermost(error);
  const facts = { folder, cause: message };
  if (code === 'LEVEL_LOCKED')
    return new HalleyError(
      'unavailable',
      `the store in "${folder}" is in use by another process; stop that one first, or give each its own folder`,
      facts,
    );
  if (code === 'LEVEL_CORRUPTION')
    return new HalleyError(
      'corrupt-store',
      `the store in "${folder}" is damaged (${message}); restore the folder from a copy, or remove it to start anew`,
      facts,
    );
  return new HalleyError('unavailable', `the store in "${folder}" cannot be used: ${message}`, facts);
}
