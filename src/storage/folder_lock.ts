/**
 * A lock on a folder against other processes. It is the lock that LevelDB takes of an empty database: the operating
 * system frees it when its process ends, also after `kill -9`, so a stale lock does not exist.
 */
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadLevelDb } from './load_level_db.js';
import { makeFolder } from './make_folder.js';

export interface FolderLock {
  /** Does nothing when it was called before. */
  release(): Promise<void>;
}

/** Names the process that holds the lock, for messages. */
const HOLDER_FILE = 'PID';
/** The database stays empty, so the smallest buffer is enough. */
const WRITE_BUFFER_BYTES = 65_536;

/**
 * The folders that this process holds. LevelDB must not be asked for one of them: it would open the lock's file again, and
 * POSIX frees all locks of a file when the process closes any of its descriptors.
 */
const heldHere = new Set<string>();

/**
 * Takes the lock that `folder` stands for, and makes the folder where it is missing. Resolves to undefined when somebody
 * holds it. Throws the error of the file system or of LevelDB when neither is possible.
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

/** The process that holds the lock, as it said itself; undefined while it has not said so, or does not run any more. */
export function lockHolder(folder: string): number | undefined {
  const pid = Number.parseInt(readHolder(folder), 10);
  return Number.isSafeInteger(pid) && isRunning(pid) ? pid : undefined;
}

/** A folder that was removed meanwhile has no holder to name, and a full disk must not keep the lock from its holder. */
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
    // It runs for another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** LevelDB's own error is the cause of that of the package. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error &&
  [error, error.cause].some((one) => (one as { readonly code?: unknown } | undefined)?.code === 'LEVEL_LOCKED');
