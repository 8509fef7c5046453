/**
 * Names the temporary file beside a state file, in which the next one is written. A process that is killed leaves its
 * temporary file there; the next writer removes it.
 */
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';

/** Matches what follows the name of the state file: the process, the thread, and an extension that no other file has. */
const SUFFIX = /^\.([1-9]\d{0,9})-\d{1,10}\.new$/;
/**
 * Is the milliseconds by which another file must be older than the writer's own. A process in another container, which
 * is not visible here, writes to its file more often.
 */
const MIN_AGE_MS = 60_000;

/** Returns the path of the temporary file, which no other process and no other thread uses. */
export const temporaryPath = (file: string): string => `${file}.${process.pid}-${threadId}.new`;

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
  return pid !== undefined && !isRunning(Number(pid));
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
