/**
 * The files of the cache of forks. Two blocks of the same number have different files, so a reorganisation of the chain
 * leaves no wrong data. Names and records contain no part of a URL except its host.
 */
import { readdirSync, statSync, unlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { to0x } from '../../kernel/hex.js';
import type { ForkPoint } from './fork_point.js';
import { RecordFile } from './record_file.js';

const MIB = 1024 * 1024;
const MAX_FILE_BYTES = 128 * MIB;
const MAX_READS_BYTES = 4 * MIB;
const MAX_REMOTES_BYTES = MIB;
/** Most bytes of the files of one chain. The oldest ones are removed. */
const MAX_CHAIN_BYTES = 1024 * MIB;

/** Part of a file's limit from which it is almost full. */
const MAX_FILLING = 0.9;
const REMOTES = 'remotes';
const READS = 'reads';

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns `halley/fork` in the user's cache folder, by the rules of the platform. */
export function defaultCachePath(platform: string, variables: Variables, home: string = homedir()): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = variables;
  const ofPlatform = () => {
    if (platform === 'darwin') return join(home, 'Library', 'Caches');
    if (platform === 'win32') return local ?? join(home, 'AppData', 'Local');
    return join(home, '.cache');
  };
  return join(xdg !== undefined && xdg !== '' ? xdg : ofPlatform(), 'halley', 'fork');
}

export class CacheFolder {
  #hasWarned = false;

  constructor(
    private readonly path: string,
    private readonly warn: (text: string) => void,
  ) {}

  /** Returns the file of a block for its state or for responses about its past. */
  fileOf(point: ForkPoint, kind: 'state' | 'history'): RecordFile {
    return this.#file([`${point.chainId}`, `${point.number}-${to0x(point.hash)}.${kind}`], MAX_FILE_BYTES);
  }

  /** Returns the file for the slots that were read from each contract of a chain, at any block. */
  readsOf({ chainId }: ForkPoint): RecordFile {
    return this.#file([`${chainId}`, READS], MAX_READS_BYTES);
  }

  /** Returns the file for the blocks that nodes have returned. */
  remotes(): RecordFile {
    return this.#file([REMOTES], MAX_REMOTES_BYTES);
  }

  /** Removes the file for the blocks that nodes have returned when it is almost full, so that a new one begins. */
  renewRemotes(): void {
    removeFull(join(this.path, REMOTES), MAX_REMOTES_BYTES);
  }

  /**
   * Removes the oldest files of a chain while all of them together are too large, and the file for the slots that were
   * read when it is almost full.
   */
  prune({ chainId }: ForkPoint, maxBytes: number = MAX_CHAIN_BYTES): void {
    const folder = join(this.path, `${chainId}`);
    removeFull(join(folder, READS), MAX_READS_BYTES);
    try {
      const files = readdirSync(folder).map((name) => ({ file: join(folder, name), ...statsOf(join(folder, name)) }));
      let bytes = files.reduce((sum, { size }) => sum + size, 0);
      for (const { file, size } of files.sort((a, b) => a.time - b.time)) {
        if (bytes <= maxBytes) return;
        unlinkSync(file);
        bytes -= size;
      }
    } catch {
      // Another process removed a file first, or the folder is read-only. A later run tries again.
    }
  }

  #file(names: readonly string[], maxBytes: number): RecordFile {
    return new RecordFile(join(this.path, ...names), maxBytes, (reason) => this.#warnOnce(reason));
  }

  #warnOnce(reason: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.warn(`the cache of forks cannot be written (${reason}): later runs fetch again what this one fetches`);
  }
}

/** Removes a file in which later records would find no room. */
function removeFull(file: string, maxBytes: number): void {
  try {
    if (statSync(file).size > MAX_FILLING * maxBytes) unlinkSync(file);
  } catch {
    // There is no such file, or the folder is read-only.
  }
}

function statsOf(file: string): { readonly size: number; readonly time: number } {
  const { size, mtimeMs } = statSync(file);
  return { size, time: mtimeMs };
}
