/**
 * Locks a folder against other processes by an empty LevelDB in the folder. The operating system releases the lock when
 * its process ends, even after `kill -9`, so a lock is never stale.
 */
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadLevelDb } from './load_level_db.js';
import { makeFolder } from './make_folder.js';

export interface FolderLock {
  /** Releases the lock. Further calls do nothing. */
  release(): Promise<void>;
}

/** Name of the file with the id of the process that has the lock. Messages show the id. */
const HOLDER_FILE = 'PID';
/** Size of the database's buffer in bytes. The database stays empty, so the smallest buffer is enough. */
const WRITE_BUFFER_BYTES = 65_536;

/**
 * Folders that this process has locked. LevelDB must not open one of them again: POSIX releases all locks of a file
 * when the process closes any of its descriptors.
 */
const heldHere = new Set<string>();

/**
 * Locks `folder`, and creates it when it is missing. Resolves to undefined when the folder is already locked. Rejects
 * with the error of the file system or of LevelDB when the folder cannot be locked.
 */
export async function lockFolder(folder: string): Promise<FolderLock | undefined> {
  const LevelDb = await loadLevelDb();
  makeFolder(folder);
  const path = realpathSync(folder);
  if (heldHere.has(path)) return undefined;
  heldHere.add(path);
  try {
    const level = new LevelDb(path, { writeBufferSize: WRITE_BUFFER_BYTES, cacheSize: 0 });
    await level.open();
    writeHolder(path, `${process.pid}\n`);
    let releasing: Promise<void> | undefined;
    const release = async (): Promise<void> => {
      writeHolder(path, '');
      await level.close();
      heldHere.delete(path);
    };
    return { release: () => (releasing ??= release()) };
  } catch (error) {
    heldHere.delete(path);
    if (isLocked(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the id of the process that has the lock. Returns undefined when the id is not written yet, or when the
 * process has ended.
 */
export function lockHolder(folder: string): number | undefined {
  const pid = Number.parseInt(readHolder(folder), 10);
  return Number.isSafeInteger(pid) && isRunning(pid) ? pid : undefined;
}

/**
 * Writes the holder's id. Failures are ignored, because the lock does not depend on the file. The disk may be full, or
 * the folder may have been removed.
 */
function writeHolder(folder: string, text: string): void {
  try {
    writeFileSync(join(folder, HOLDER_FILE), text);
  } catch {}
}

function readHolder(folder: string): string {
  try {
    return readFileSync(join(folder, HOLDER_FILE), 'utf8');
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Reports whether the lock is taken. The package wraps LevelDB's own error as the cause. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error &&
  [error, error.cause].some((one) => (one as { readonly code?: unknown } | undefined)?.code === 'LEVEL_LOCKED');
