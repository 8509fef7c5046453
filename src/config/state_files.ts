/** Reads state files of Anvil from disk: `--load-state` and `--state`. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { HalleyError } from '../kernel/errors.js';
import type { Steps } from '../kernel/steps.js';
import type { Refuse } from './genesis_forms/json_node.js';
import { readingStateFile, type StateFile } from './genesis_forms/state_file.js';
import { MAX_STATE_BYTES, stateFileText } from './genesis_forms/state_file_bytes.js';

/** File that Anvil reads and writes in a folder. */
const FILE_IN_FOLDER = 'state.json';
/** Bytes that are read at once. */
const PART_BYTES = 1024 * 1024;

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
  return readStateBytes(await bytesOfStateFile(file, refuse), refuse);
}

/** Reads the bytes of a state file, and lets other work run meanwhile. Rejects with the error of `refuse`. */
export const readStateBytes = async (bytes: Uint8Array, refuse: Refuse): Promise<StateFile> =>
  inTurns(readingStateFile(await stateFileText(bytes, refuse), refuse));

async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await setImmediate();
  }
}

/** Returns the bytes of a file, which may be a pipe. Rejects with the error of `refuse`, also for one without end. */
export async function bytesOfStateFile(file: string, refuse: Refuse, maxBytes = MAX_STATE_BYTES): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of createReadStream(file, { highWaterMark: PART_BYTES })) {
      parts.push(part as Buffer);
      length += (part as Buffer).length;
      if (length > maxBytes) break;
    }
  } catch (error) {
    throw refuse(`the file cannot be read: ${(error as Error).message}`, {});
  }
  if (length > maxBytes) throw refuse(`the file is longer than ${maxBytes} bytes, expected at most that many`, {});
  return Buffer.concat(parts);
}
