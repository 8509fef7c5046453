/** Reads state files of Anvil from disk: `--load-state` and `--state`. */
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HalleyError } from '../kernel/errors.js';
import type { Refuse } from './genesis_forms/json_node.js';
import { readStateFile, type StateFile } from './genesis_forms/state_file.js';
import { stateFileJson } from './genesis_forms/state_file_bytes.js';

/** Is the file that Anvil reads and writes in a folder. */
const FILE_IN_FOLDER = 'state.json';

/** Returns the path of a state file: in a folder it is `state.json`, as in Anvil. */
export function stateFilePath(path: string): string {
  return existsSync(path) && statSync(path).isDirectory() ? join(path, FILE_IN_FOLDER) : path;
}

/** Reads a state file, or that of a folder. Throws HalleyError that names `setting` and the file. */
export async function readStateFileAt(
  path: string,
  code: 'invalid-config' | 'invalid-argument',
  setting: string,
): Promise<StateFile> {
  const file = stateFilePath(path);
  const refuse: Refuse = (problem, facts) =>
    new HalleyError(code, `${setting} ${file}: ${problem}`, { file, ...facts });
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw refuse(`the file cannot be read: ${(error as Error).message}`, {});
  }
  return readStateFile(await stateFileJson(bytes, refuse), refuse);
}
