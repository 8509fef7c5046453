/**
 * A folder, and those above it, one by one. Node's own `recursive` never ends in a file system that denies the existence
 * of what it will not make (`/proc`): there it tries the same two folders in turn.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Throws the error of the first one that cannot be. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else may have been quicker.
    if (!isFolder(path)) throw error;
  }
}
