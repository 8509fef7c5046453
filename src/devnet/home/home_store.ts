/** Opens the store of a home folder: for a running devnet, or to read the folder while no process uses it. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HalleyError } from '../../kernel/errors.js';
import type { Store } from '../../storage/store.js';
import { mustHoldNoOthers } from './home_chains.js';
import { type HomeLock, lockHome, wasLocked } from './home_lock.js';
import { STORE_OPTIONS } from './store_options.js';

/** Options of a devnet that concern its store. */
export interface HomeOptions {
  readonly home?: string;
  readonly onDamage?: (error: HalleyError) => void;
}

/**
 * Opens the store in a home folder. It locks the folder first, unless the caller gives the lock; closing the store
 * releases it. LevelDB is native code, so only a chain with a home folder loads it.
 */
export async function openHome({ home, onDamage }: HomeOptions, given?: HomeLock): Promise<Store | undefined> {
  if (home === undefined) return undefined;
  const { release } = given ?? (await lockHome(home));
  try {
    const { openLevelStore } = await import('../../storage/level_store.js');
    const options = { ...STORE_OPTIONS, onClosed: release, onDamage };
    return await openLevelStore(join(home, 'data'), options);
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Opens the store for as long as `read` takes. The home folder of a CometBFT node has it in the folder of its
 * application. Returns what `none` returns when there is no chain; by default it throws HalleyError `not-found`. Rejects
 * with `corrupt-store` when the folder is damaged or has lost its first chain. Rejects with `unavailable` when a process
 * uses the folder or its store has another version.
 */
export async function withHomeStore<T>(
  given: string,
  read: (store: Store) => Promise<T>,
  none: () => T | Promise<T> = () => {
    mustHoldNoOthers(given);
    throw noChain(given);
  },
): Promise<T> {
  const home = homeOfChain(given);
  const folder = join(home, 'data');
  const hasChain = (): boolean => existsSync(folder) && !readdirSync(folder).every(isOfNoChain);
  // A process locks the folder before it writes a chain. Without a chain and a lock nothing may be written here.
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

/** Returns the folder of the application in the home folder of a CometBFT node. */
export const applicationFolder = (home: string): string => join(home, 'application');

/** Returns the folder that holds the chain: that of the application in the home folder of a CometBFT node. */
export function homeOfChain(home: string): string {
  const application = applicationFolder(home);
  return existsSync(join(application, 'data')) ? application : home;
}

/** Returns whether LevelDB leaves such a file where it could not create a store. */
const isOfNoChain = (file: string): boolean => /^(LOCK|LOG|LOG\.old)$/.test(file);

export const noChain = (home: string): HalleyError =>
  new HalleyError('not-found', `there is no chain in "${home}", expected the home folder of a chain (--home)`, {
    home,
  });
