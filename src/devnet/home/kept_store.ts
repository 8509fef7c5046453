/** The store of a home folder that nobody uses, for who only reads it. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HalleyError } from '../../kernel/errors.js';
import type { Store } from '../../storage/port.js';
import { lockHome, wasLocked } from './home_lock.js';
import { STORE_OPTIONS } from './store_options.js';

/**
 * Opens it for as long as `read` takes; returns what `none` does where there is no chain. Rejects with HalleyError
 * `not-found` when there is no chain, `unavailable` when a process uses it or another version made it, `corrupt-store`.
 */
export async function withKeptStore<T>(
  home: string,
  read: (store: Store) => Promise<T>,
  none: () => T | Promise<T> = () => {
    throw noChain(home);
  },
): Promise<T> {
  const folder = join(home, 'data');
  const hasChain = (): boolean => existsSync(folder) && !readdirSync(folder).every(isOfNoChain);
  // A process that begins a chain holds the folder before there is a chain; where neither is, nothing is written.
  if (!hasChain() && !wasLocked(home)) return none();
  const { release } = await lockHome(home);
  try {
    if (!hasChain()) return await none();
    const { openLevelStore } = await import('../../storage/level_store.js');
    const store = await openLevelStore(folder, { ...STORE_OPTIONS, readOnly: true });
    try {
      return await read(store);
    } finally {
      await store.close();
    }
  } finally {
    await release();
  }
}

/** What LevelDB leaves where it could not make a store. */
const isOfNoChain = (file: string): boolean => /^(LOCK|LOG|LOG\.old)$/.test(file);

export const noChain = (home: string): HalleyError =>
  new HalleyError('not-found', `there is no chain in "${home}": a folder is expected that keeps one (--home)`, {
    home,
  });
