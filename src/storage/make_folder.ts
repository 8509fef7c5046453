/**
 * Creates a folder and its parents, one by one. Node's own `recursive` option never returns on a file system that
 * reports a folder as missing but cannot create it (`/proc`). It then tries the same two folders in turn.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Creates the folder. `mode` sets who may read it. Throws the error of the first folder that cannot be created. */
export function makeFolder(path: string, mode?: number): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw error;
  }
}
