/** Loads LevelDB, which is an optional package with native code. */
import { arch, platform } from 'node:process';
import type { ClassicLevel } from 'classic-level';
import { HalleyError } from '../kernel/errors.js';

/** Throws HalleyError `unavailable` when the package is absent or has no binary for this platform. */
export async function loadLevelDb(): Promise<typeof ClassicLevel> {
  try {
    return (await import('classic-level')).ClassicLevel;
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split('\n') : [];
    throw new HalleyError(
      'unavailable',
      `the package classic-level, which stores a chain in a folder, does not load on ${platform}-${arch} (${reason}): ` +
        'install it with its binary (npm install classic-level), or leave out the home folder',
      { platform, arch },
    );
  }
}
