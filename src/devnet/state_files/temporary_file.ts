/**
 * Names the temporary file beside a state file, in which the next one is written. A process that is killed leaves its
 * temporary file there; the next writer removes it.
 */
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { toHex } from '../../kernel/hex.js';
import { hostRandom } from '../platform.js';

const RANDOM_BYTES = 6;
/** Matches what follows the name of the state file: the process, a random text, and an extension that no other file has. */
const SUFFIX = /^\.([1-9]\d{0,9})-[0-9a-f]{12}\.new$/;
/**
 * Is the milliseconds by which another file must be older than the writer's own. A process in another container, which
 * is not visible here, writes to its file more often.
 */
const MIN_AGE_MS = 60_000;

/**
 * Returns the path of a new temporary file. It has a random part, because processes of two containers that share the
 * folder may have the same number.
 */
export const temporaryPath = (file: string): string => `${file}.${process.pid}-${toHex(hostRandom(RANDOM_BYTES))}.new`;

/** Removes the temporary files of ended processes. `own` is that of the writer. Never rejects. */
export async function removeStaleTemporaryFiles(file: string, own: string): Promise<void> {
  try {
    const { mtimeMs } = await lstat(own);
    const folder = dirname(file);
    for (const name of await readdir(folder)) {
      if (!isStale(name, basename(file))) continue;
      const path = join(folder, name);
      const found = await lstat(path);
      if (found.isFile() && mtimeMs - found.mtimeMs >= MIN_AGE_MS) await rm(path, { force: true });
    }
  } catch {
    // The state file is written all the same. The next writer tries again.
  }
}

function isStale(name: string, stateFile: string): boolean {
  const pid = name.startsWith(stateFile) ? SUFFIX.exec(name.slice(stateFile.length))?.[1] : undefined;
  if (pid === undefined) return false;
  // The first process of a container has the same number after each restart.
  return Number(pid) === process.pid || !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be signalled.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
