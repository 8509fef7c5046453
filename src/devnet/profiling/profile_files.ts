/**
 * Checks where profiles may be written: inside the chain's home folder, except in the chain's own folders, and inside
 * the system's folder for temporary files. Links do not lead elsewhere. A file is overwritten only if this process
 * wrote it as a profile.
 */
import { closeSync, constants, lstatSync, openSync, realpathSync, type Stats, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';

/** Folders of a home folder that belong to the chain. */
const OWN: readonly string[] = ['config', 'data', 'keystore', 'chains'];
const OWNER_ONLY = 0o600;
const MAX_PATH_CHARACTERS = 4096;

/** Makes an error with Go's text, and with more where it helps. */
const refuse = (path: string, why: string): HalleyError =>
  new HalleyError('conflict', `open ${path}: ${why}`, { path });

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EACCES: 'permission denied',
  EEXIST: 'file exists',
  ELOOP: 'too many levels of symbolic links',
  EISDIR: 'is a directory',
  ENOSPC: 'no space left on device',
  ENAMETOOLONG: 'file name too long',
};

function wordsOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return WORDS[code] ?? message;
}

/** Returns the path from `folder` to `path`; undefined unless `path` is below `folder`. */
function below(folder: string, path: string): string | undefined {
  const rest = relative(folder, path);
  return rest === '' || rest === '..' || rest.startsWith(`..${sep}`) || isAbsolute(rest) ? undefined : rest;
}

export class ProfileFiles {
  readonly #written = new Set<string>();

  constructor(
    private readonly home: string | undefined,
    private readonly temporary: string = tmpdir(),
  ) {}

  /**
   * Returns the real path of a file that may be written. Throws HalleyError `conflict` with Go's error text, or ours.
   */
  check(path: string): string {
    if (path.length > MAX_PATH_CHARACTERS) throw refuse(`${path.slice(0, 100)}…`, WORDS['ENAMETOOLONG'] as string);
    if (path === '') throw refuse(path, WORDS['ENOENT'] as string);
    if (path.includes('\0')) throw refuse(JSON.stringify(path), 'invalid argument');
    const absolute = resolve(this.#expanded(path));
    const real = join(this.#real(path, dirname(absolute)), basename(absolute));
    this.#mustBeAllowed(path, real);
    const found = this.#found(path, real);
    if (found?.isDirectory()) throw refuse(path, WORDS['EISDIR'] as string);
    if (found !== undefined && !(found.isFile() && this.#written.has(real)))
      throw refuse(path, 'file exists, and is not a profile that this process wrote');
    return real;
  }

  /** Calls `fill` with a function that appends to the file. Throws HalleyError as `check` does. */
  async write(path: string, fill: (append: (part: Bytes | string) => void) => Promise<void> | void): Promise<void> {
    const real = this.check(path);
    const exclusive = this.#written.has(real) ? constants.O_TRUNC : constants.O_EXCL;
    let file: number;
    try {
      file = openSync(real, constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | exclusive, OWNER_ONLY);
    } catch (error) {
      throw refuse(path, wordsOf(error));
    }
    this.#written.add(real);
    try {
      await fill((part) => {
        const bytes = typeof part === 'string' ? Buffer.from(part) : part;
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      });
    } catch (error) {
      if (error instanceof HalleyError || (error as NodeJS.ErrnoException).code === undefined) throw error;
      throw new HalleyError('conflict', `write ${path}: ${wordsOf(error)}`, { path });
    } finally {
      closeSync(file);
    }
  }

  #expanded(path: string): string {
    if (path !== '~' && !path.startsWith('~/')) return path;
    if (this.home !== undefined) return join(this.home, path.slice(2));
    throw refuse(
      path,
      `~ is the chain's home folder, but this chain has none; files may be written in ${this.temporary}`,
    );
  }

  #real(path: string, folder: string): string {
    try {
      return realpathSync(folder);
    } catch (error) {
      throw refuse(path, wordsOf(error));
    }
  }

  #found(path: string, real: string): Stats | undefined {
    try {
      return lstatSync(real, { throwIfNoEntry: false });
    } catch (error) {
      throw refuse(path, wordsOf(error));
    }
  }

  #mustBeAllowed(path: string, real: string): void {
    const inHome = this.home === undefined ? undefined : below(this.#real(path, this.home), real);
    const [folder = ''] = inHome?.split(sep) ?? [];
    if (OWN.includes(folder.toLowerCase()))
      throw refuse(path, `permission denied: the folder ${folder} belongs to the chain`);
    if (inHome !== undefined || below(this.#real(path, this.temporary), real) !== undefined) return;
    const allowed = this.home === undefined ? this.temporary : `${resolve(this.home)} and ${this.temporary}`;
    throw refuse(path, `permission denied: profiles are written inside ${allowed} only`);
  }
}
