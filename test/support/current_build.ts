/**
 * Provides the build for tests of the command. It is updated once, before the first of them: the config names this file
 * as their global setup. It is refused when the sources change while they run.
 */
import { join } from 'node:path';
import { ensureBuilt, isBuilt, ROOT } from '../../scripts/ensure.mjs';

export const setup = (): void => ensureBuilt();

/** Returns the path of a file of the build. Throws when the build is older than the sources. */
export function builtFile(name: string): string {
  if (!isBuilt()) throw new Error('dist is older than the sources: run `node scripts/build.mjs --bundles-only`');
  return join(ROOT, 'dist', name);
}
