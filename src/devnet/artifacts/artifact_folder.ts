/**
 * Reads the compiled contracts of a folder: a project of Hardhat or Foundry, its folder of artifacts, or one with files
 * of solc. Links are not followed. Other work runs between the parts of a file.
 */
import { watch } from 'node:fs';
import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Bytes } from '../../kernel/bytes.js';
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

/** Folders and files that are read at the same time, so that the waits for the disk overlap. */
const AT_ONCE = 32;
/** Most bytes of a file that is read while those before it are parsed. */
const AHEAD_BYTES = 1_000_000;

/** Lists the files that may have contracts, in a stable order. A folder that cannot be read has none. */
export async function listFiles(folder: string): Promise<Listing> {
  const files: FoundFile[] = [];
  const read: string[] = [];
  let level = [folder];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (let i = 0; i < level.length && files.length < MAX_FILES; i += AT_ONCE) {
      const some = level.slice(i, i + AT_ONCE);
      for (const listed of await Promise.all(some.map((path) => listFolder(path, folder)))) {
        files.push(...listed.files);
        next.push(...listed.folders);
      }
      read.push(...some);
    }
    level = next;
  }
  return { files: files.slice(0, MAX_FILES), folders: read };
}

/** Lists the files of a folder, and the folders in it. */
async function listFolder(path: string, root: string): Promise<Listing> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const folders = sorted.filter(
    (entry) => entry.isDirectory() && !SKIPPED.has(entry.name) && !(path === root && OF_PROJECT.has(entry.name)),
  );
  const candidates = sorted.filter((entry) => entry.isFile() && isCandidate(path, root, entry.name));
  const files: FoundFile[] = [];
  for (let i = 0; i < candidates.length; i += AT_ONCE)
    files.push(
      ...(await Promise.all(candidates.slice(i, i + AT_ONCE).map(({ name }) => foundFile(join(path, name))))).flat(),
    );
  return { files, folders: folders.map(({ name }) => join(path, name)) };
}

async function foundFile(path: string): Promise<readonly FoundFile[]> {
  const stat = await lstat(path).catch(() => undefined);
  return stat === undefined ? [] : [{ path, size: stat.size, modified: stat.mtimeMs }];
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

/**
 * Reads the contracts in files of a folder, those of the newest files first: earlier builds have older texts of sources.
 * `warn` receives a line for each file that is damaged or too large.
 */
export async function readContracts(
  folder: string,
  found: readonly FoundFile[],
  warn: (text: string) => void,
): Promise<readonly CompiledContract[]> {
  const files = [...found].sort((a, b) => b.modified - a.modified);
  const read: BuildFile[] = [];
  let bytes = 0;
  const ahead = new ReadAhead(files);
  for (const [i, { path, size }] of files.entries()) {
    if (size > MAX_FILE_BYTES || bytes + size > MAX_BYTES) {
      warn(
        `${path} is left out: it has ${size} bytes, and artifacts may have ${MAX_FILE_BYTES} in a file and ${MAX_BYTES} in a folder`,
      );
      continue;
    }
    bytes += size;
    try {
      read.push({ path, parts: await inSlices(readJsonParts(await ahead.bytesOf(i), BUILD_FILE_PARTS)) });
    } catch (error) {
      warn(`${path} is left out: ${(error as Error).message}`);
    }
  }
  const texts = await readSources(folder, pathsWithIds(read));
  return inSlices(contractsInFiles(read, (path) => texts.get(path)));
}

/** Reads files in their order, the small ones before they are asked for. */
class ReadAhead {
  readonly #begun = new Map<number, Promise<Bytes>>();
  #next = 0;

  constructor(private readonly files: readonly FoundFile[]) {}

  bytesOf(index: number): Promise<Bytes> {
    for (; this.#next < Math.min(this.files.length, index + AT_ONCE); this.#next++) {
      const { path, size } = this.files[this.#next] as FoundFile;
      if (size > AHEAD_BYTES) continue;
      const reading = readFile(path);
      // A failure counts when the file is asked for.
      reading.catch(() => undefined);
      this.#begun.set(this.#next, reading);
    }
    const begun = this.#begun.get(index);
    this.#begun.delete(index);
    return begun ?? readFile((this.files[index] as FoundFile).path);
  }
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
