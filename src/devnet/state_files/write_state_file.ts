/**
 * Writes a state file to a temporary file, which then replaces it, so that no process ever reads an incomplete file.
 */
import { lstat, open, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { stateFilePath } from '../../config/state_files.js';
import { HalleyError } from '../../kernel/errors.js';
import { toHex } from '../../kernel/hex.js';
import { hostRandom } from '../platform.js';
import type { DumpRequest, StateDumps } from './dump_state.js';

/** Identifies the writer as a client of the scheduler. */
const WRITER = { id: 'state file' };

/**
 * Writes the current state. Rejects with HalleyError `store-failed` when the file cannot be written, and as
 * `StateDumps.json` does. Then the file is unchanged.
 */
export async function writeStateFile(
  dumps: StateDumps,
  path: string,
  { historicalStates }: Pick<DumpRequest, 'historicalStates'>,
): Promise<void> {
  const file = await placeOf(path);
  await inTurn(file, () => replace(dumps, file, { historicalStates }));
}

/** Write in progress by path, so that the write that was requested last is the one that remains. */
const underWay = new Map<string, Promise<void>>();

async function inTurn(file: string, write: () => Promise<void>): Promise<void> {
  const before = underWay.get(file) ?? Promise.resolve();
  const writing = before.catch(() => undefined).then(write);
  underWay.set(file, writing);
  try {
    await writing;
  } finally {
    if (underWay.get(file) === writing) underWay.delete(file);
  }
}

/**
 * Returns the path of the file, after following links. Rejects if it is not a file, such as a device, because it would
 * be replaced.
 */
async function placeOf(path: string): Promise<string> {
  const file = await endOfLinks(stateFilePath(path));
  const isOther = await stat(file).then(
    (found) => !found.isFile(),
    () => false,
  );
  if (!isOther) return file;
  throw new HalleyError(
    'store-failed',
    `the state file ${file} cannot be written: it exists and is not a regular file`,
    {
      file,
    },
  );
}

/** Most links that are followed, because links may form a circle. */
const MAX_LINKS = 40;

/** Follows links. If the last one points to a file that does not exist, returns the path of that file. */
async function endOfLinks(path: string): Promise<string> {
  let file = path;
  for (let links = 0; links <= MAX_LINKS; links++) {
    const end = await realpath(file).catch(() => undefined);
    if (end !== undefined) return end;
    const target = await readlink(file).catch(() => undefined);
    if (target === undefined) return file;
    file = resolve(dirname(file), target);
  }
  throw cannotWrite(path, new Error('too many links'));
}

const RANDOM_BYTES = 6;
/** Matches what follows the name of the state file: the process, a random text, and an extension that no other file has. */
const TEMPORARY_SUFFIX = /^\.([1-9]\d{0,9})-[0-9a-f]{12}\.new$/;
/**
 * Milliseconds by which another file must be older than the writer's own. A process in another container, which
 * is not visible here, writes to its file more often.
 */
const MIN_STALE_MS = 60_000;

/**
 * Returns the path of a new temporary file beside a state file, in which the next one is written. It has a random part,
 * because processes of two containers that share the folder may have the same number. A process that is killed leaves
 * its temporary file there; the next writer removes it.
 */
export const temporaryPath = (file: string): string => `${file}.${process.pid}-${toHex(hostRandom(RANDOM_BYTES))}.new`;

/** Removes the temporary files of ended processes. `own` is that of the writer. Never rejects. */
async function removeStaleTemporaryFiles(file: string, own: string): Promise<void> {
  try {
    const { mtimeMs } = await lstat(own);
    const folder = dirname(file);
    for (const name of await readdir(folder)) {
      if (!isStale(name, basename(file))) continue;
      const path = join(folder, name);
      const found = await lstat(path);
      if (found.isFile() && mtimeMs - found.mtimeMs >= MIN_STALE_MS) await rm(path, { force: true });
    }
  } catch {
    // The state file is written all the same. The next writer tries again.
  }
}

function isStale(name: string, stateFile: string): boolean {
  const pid = name.startsWith(stateFile) ? TEMPORARY_SUFFIX.exec(name.slice(stateFile.length))?.[1] : undefined;
  if (pid === undefined) return false;
  // The first process of a container has the same number after each restart.
  return Number(pid) === process.pid || !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be signalled.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Rejects with HalleyError `store-failed` unless the state file can be written. Changes nothing. */
export async function mustBeWritable(path: string): Promise<void> {
  const file = await placeOf(path);
  const begun = temporaryPath(file);
  try {
    await (await open(begun, 'wx')).close();
    await rm(begun);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

function cannotWrite(file: string, error: unknown): HalleyError {
  const cause = error instanceof Error ? error.message : String(error);
  return new HalleyError('store-failed', `the state file ${file} cannot be written: ${cause}`, { file, cause });
}

async function replace(
  dumps: StateDumps,
  file: string,
  { historicalStates }: Pick<DumpRequest, 'historicalStates'>,
): Promise<void> {
  const begun = temporaryPath(file);
  try {
    await writeWhole(dumps, begun, { historicalStates, client: WRITER });
    await removeStaleTemporaryFiles(file, begun);
    await rename(begun, file);
  } catch (error) {
    await rm(begun, { force: true }).catch(() => undefined);
    throw error instanceof HalleyError ? error : cannotWrite(file, error);
  }
}

async function writeWhole(dumps: StateDumps, file: string, request: DumpRequest): Promise<void> {
  const handle = await open(file, 'wx');
  let failure: { readonly error: unknown } | undefined;
  const check = (): void => {
    if (failure !== undefined) throw failure.error;
  };
  try {
    await dumps.json(request, (json) => {
      check();
      return handle.writeFile(json).catch((error: unknown) => {
        failure = { error };
      });
    });
    check();
    await handle.sync();
  } finally {
    await handle.close();
  }
}
