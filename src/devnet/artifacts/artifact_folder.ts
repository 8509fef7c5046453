/**
 * Reads the compiled contracts of a folder: a project of Hardhat or Foundry, its folder of artifacts, or one with files
 * of solc. Links are not followed. Other work runs between the parts of a file.
 */
import { watch } from 'node:fs';
import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import {
  BUILD_FILE_PARTS,
  type BuildFile,
  contractsInFiles,
  MAX_SOURCE_CHARACTERS,
  pathsWithIds,
} from '../../solidity/build_files.js';
import type { CompiledContract } from '../../solidity/compiled_contract.js';
import { readJsonParts } from '../../solidity/json_parts.js';
import { eventLoop } from '../platform.js';

const MAX_FILES = 20_000;
const MAX_FILE_BYTES = 256_000_000;
/** Most bytes of all files of a folder. */
const MAX_BYTES = 1_000_000_000;
const MAX_DEPTH = 12;
/** Longest work without a pause, in ms. */
const SLICE_MS = 10;

/** Folders without artifacts of the project's own. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'cache', '.git']);
/** Further ones directly in the folder of a project. */
const OF_PROJECT: ReadonlySet<string> = new Set(['lib', 'src', 'test']);

/** File of a folder, with what changes when it is written. */
export interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

/** Files of a folder, and it and the folders in it that were read. */
export interface Listing {
  readonly files: readonly FoundFile[];
  readonly folders: readonly string[];
}

/** Lists the files that may have contracts, in a stable order. A folder that cannot be read has none. */
export async function listFiles(folder: string): Promise<Listing> {
  const found: FoundFile[] = [];
  const read: string[] = [];
  const folders = [{ path: folder, depth: 0 }];
  for (let next = folders.shift(); next !== undefined && found.length < MAX_FILES; next = folders.shift()) {
    const { path, depth } = next;
    read.push(path);
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    for (const { name, isDirectory } of entries
      .map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory(), isFile: entry.isFile() }))
      .filter((entry) =>
        entry.isDirectory
          ? !SKIPPED.has(entry.name) && !(path === folder && OF_PROJECT.has(entry.name))
          : entry.isFile && isCandidate(path, folder, entry.name),
      )
      .sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inside = join(path, name);
      if (isDirectory) {
        if (depth < MAX_DEPTH) folders.push({ path: inside, depth: depth + 1 });
        continue;
      }
      const stat = await lstat(inside).catch(() => undefined);
      if (stat !== undefined) found.push({ path: inside, size: stat.size, modified: stat.mtimeMs });
    }
  }
  return { files: found, folders: read };
}

/** Most folders that are watched. A project with more is listed again at each failure. */
const MAX_WATCHED = 2000;

/** Watch of folders. */
export interface FolderWatch {
  /** Resolves to true until a file of the folders changes. A change before the call counts. */
  isCurrent(): Promise<boolean>;
  close(): void;
}

/** Watches folders for changes of the files in them. Where the system cannot, they count as changed. */
export function watchFolders(folders: readonly string[]): FolderWatch {
  let isCurrent = folders.length <= MAX_WATCHED;
  const watchers: { close(): void }[] = [];
  const close = (): void => {
    isCurrent = false;
    for (const watcher of watchers.splice(0)) watcher.close();
  };
  for (const folder of isCurrent ? folders : [])
    try {
      watchers.push(watch(folder, { persistent: false }, close).on('error', close));
    } catch {
      close();
      break;
    }
  return {
    isCurrent: async () => {
      // The system has queued what changed: the events arrive within a turn of the event loop.
      for (let turn = 0; turn < 2 && isCurrent; turn++) await new Promise<void>((resume) => eventLoop.afterIo(resume));
      return isCurrent;
    },
    close,
  };
}

/** Returns whether a file is an artifact, a build of a project, or a file of solc directly in the folder. */
const isCandidate = (parent: string, folder: string, name: string): boolean =>
  /(?<!\.dbg)\.json$/.test(name) &&
  (parent === folder
    ? !/^package|^tsconfig/.test(name)
    : basename(parent) === 'build-info' || /\.(sol|vy)$/.test(parent));

/** Reads the contracts in files of a folder. `warn` receives a line for each file that is damaged or too large. */
export async function readContracts(
  folder: string,
  files: readonly FoundFile[],
  warn: (text: string) => void,
): Promise<readonly CompiledContract[]> {
  const read: BuildFile[] = [];
  let bytes = 0;
  for (const { path, size } of files) {
    if (size > MAX_FILE_BYTES || bytes + size > MAX_BYTES) {
      warn(
        `${path} is left out: it has ${size} bytes, and artifacts may have ${MAX_FILE_BYTES} in a file and ${MAX_BYTES} in a folder`,
      );
      continue;
    }
    bytes += size;
    try {
      read.push({ path, parts: await inSlices(readJsonParts(await readFile(path), BUILD_FILE_PARTS)) });
    } catch (error) {
      warn(`${path} is left out: ${(error as Error).message}`);
    }
  }
  const texts = await readSources(folder, pathsWithIds(read));
  return inSlices(contractsInFiles(read, (path) => texts.get(path)));
}

/** Reads source files of a project. A path that leads out of it is left out, also by a link. */
async function readSources(folder: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  if (paths.length === 0) return texts;
  for (const root of [folder, dirname(resolve(folder))]) {
    const real = await realpath(root).catch(() => undefined);
    for (const path of paths) {
      if (real === undefined || texts.has(path)) continue;
      const file = await realpath(join(real, path)).catch(() => undefined);
      if (file === undefined || relative(real, file).split(sep)[0] === '..') continue;
      const stat = await lstat(file).catch(() => undefined);
      // A pipe would be read for ever.
      if (stat?.isFile() === true && stat.size <= MAX_SOURCE_CHARACTERS)
        texts.set(path, await readFile(file, 'utf8').catch(() => ''));
    }
  }
  return texts;
}

/** Runs work step by step, with a pause for other work after each slice. */
export async function inSlices<T>(work: Generator<undefined, T, undefined>): Promise<T> {
  let begun = eventLoop.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (eventLoop.now() - begun < SLICE_MS) continue;
    await new Promise<void>((resume) => eventLoop.afterIo(resume));
    begun = eventLoop.now();
  }
}
