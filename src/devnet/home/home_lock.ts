/**
 * Locks a home folder, so that one process at a time uses it. The lock is taken before anything is written there, so
 * that a second process never sees a half-written home.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HalleyError } from '../../kernel/errors.js';
import { text } from '../../settings/reader.js';
import { hostSchedule } from '../platform.js';

/** Represents the lock of a home folder. */
export interface HomeLock {
  readonly home: string;
  /** Releases the lock. A second call does nothing. */
  release(): Promise<void>;
}

/** Limit the wait for a process that has just taken the lock to write its process id. */
const HOLDER_TRIES = 25;
const HOLDER_WAIT_MS = 20;

const lockOf = (home: string): string => join(home, 'lock');

/** Returns whether a process has ever locked the folder as a home. */
export const wasLocked = (home: string): boolean => existsSync(lockOf(home));

/**
 * Locks a home folder until the lock is released or this process ends, also by a signal. Creates the folder when it is
 * missing. Rejects with HalleyError `unavailable` when another process or this one has locked it, or when it cannot be
 * created.
 */
export async function lockHome(home: string): Promise<HomeLock> {
  text(home, 'home');
  const { lockFolder } = await import('../../storage/folder_lock.js');
  const lock = await lockFolder(lockOf(home)).catch((error: unknown) => Promise.reject(unusable(home, error)));
  if (lock === undefined) throw await inUse(home);
  return { home, release: lock.release };
}

function unusable(home: string, error: unknown): HalleyError {
  if (error instanceof HalleyError) return error;
  const { message, cause } = error as Error;
  const why = cause instanceof Error ? cause.message : message;
  return new HalleyError(
    'unavailable',
    `the home folder "${home}" cannot be used: its folder "lock" cannot be made or opened (${why}); make it writable, or ` +
      'remove the folder "lock", which holds no data, or use another home folder',
    { home, cause: why },
  );
}

async function inUse(home: string): Promise<HalleyError> {
  const pid = await holderOf(home);
  const who = pid === undefined ? 'another process' : pid === process.pid ? 'this process' : `process ${pid}`;
  return new HalleyError(
    'unavailable',
    `the home folder "${home}" is in use by ${who}: close it there first, or use another home folder`,
    { home, pid },
  );
}

async function holderOf(home: string): Promise<number | undefined> {
  const { lockHolder } = await import('../../storage/folder_lock.js');
  for (let tries = 0; tries < HOLDER_TRIES; tries++) {
    const pid = lockHolder(lockOf(home));
    if (pid !== undefined) return pid;
    await new Promise<void>((resolve) => hostSchedule(HOLDER_WAIT_MS, resolve));
  }
  return undefined;
}
