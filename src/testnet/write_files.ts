/** Writes the files of a new network into a folder. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OWNER_ONLY } from '../config/mnemonic.js';
import { HalleyError } from '../kernel/errors.js';
import { makeFolder } from '../storage/make_folder.js';
import { COMPOSE_FILE, type NetworkFile, UNITS_FOLDER } from './network_files.js';

/** File that every home of a validator has. */
const VALIDATOR_KEY = join('config', 'priv_validator_key.json');

/** Folder of the lock, which is never removed. */
const LOCK = 'lock';

/**
 * Throws HalleyError `invalid-config` when the folder contains other files than those of a network, or a network
 * without `force`.
 */
export function checkFolder(folder: string, force: boolean): void {
  const names = existsSync(folder) ? entriesOf(folder) : [];
  const foreign = names.find((name) => !isOfNetwork(folder, name));
  if (foreign !== undefined)
    throw new HalleyError(
      'invalid-config',
      `--out is "${folder}": it has "${foreign}", which is not part of a network; expected a new or an empty folder`,
      { folder, foreign },
    );
  if (names.some((name) => name !== LOCK) && !force)
    throw new HalleyError(
      'invalid-config',
      `--out is "${folder}": it already has a network; give another folder, or --force to delete that network with its keys and blocks`,
      { folder },
    );
}

/** Returns the homes of validators in the folder. */
export const homesIn = (folder: string): readonly string[] =>
  entriesOf(folder)
    .filter((name) => existsSync(join(folder, name, VALIDATOR_KEY)))
    .map((name) => join(folder, name));

/** Removes the network that is in the folder. The caller must have checked and locked the folder. */
export function clearFolder(folder: string): void {
  for (const name of entriesOf(folder))
    if (name !== LOCK && isOfNetwork(folder, name)) rmSync(join(folder, name), { recursive: true, force: true });
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new HalleyError('invalid-config', `--out is "${folder}": ${(error as Error).message}`, { folder });
  }
}

/** Checks whether an entry belongs to a network: a home, a file beside the homes, or the lock. */
const isOfNetwork = (folder: string, name: string): boolean =>
  [COMPOSE_FILE, UNITS_FOLDER, LOCK].includes(name) || existsSync(join(folder, name, VALIDATOR_KEY));

/** Writes the files. Throws HalleyError `invalid-config` when one cannot be written. */
export function writeFiles(folder: string, files: readonly NetworkFile[]): void {
  try {
    for (const { path, text, isSecret } of files) {
      const file = join(folder, path);
      makeFolder(dirname(file));
      writeFileSync(file, text, isSecret ? { mode: OWNER_ONLY } : {});
    }
  } catch (error) {
    throw new HalleyError('invalid-config', `--out is "${folder}": ${(error as Error).message}`, { folder });
  }
}
