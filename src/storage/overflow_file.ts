/**
 * Implements the overflow of a store in memory: one temporary file, which is created when the first page moves there.
 * Its name is removed at once, so the system frees it when the process ends, also after a crash. Where the system
 * cannot remove the name of an open file, `close` removes it.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bytes } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import type { Overflow } from '../kernel/packed/overflow.js';

/** Default of `memoryBytes`. A chain has two maps: blocks, and versions of the state. */
export const OVERFLOW_MEMORY_BYTES = 8 * 2 ** 20;

export class OverflowFile implements Overflow {
  #file: number | undefined;
  /** Folder that could not be removed while the file is open. */
  #folder: string | undefined;
  /** Whether a write failed, after which pages stay in memory. */
  #failed = false;
  #closed: HalleyError | undefined;
  /** First byte that no page has used. */
  #end = 0;
  /** Places of freed pages, by room. */
  readonly #vacant = new Map<number, number[]>();

  /** `warn` receives at most one warning, when the file cannot be written. */
  constructor(
    readonly memoryBytes = OVERFLOW_MEMORY_BYTES,
    private readonly warn: (text: string) => void = () => undefined,
  ) {}

  write(bytes: Bytes, room: number): number | undefined {
    if (this.#failed || this.#closed !== undefined) return undefined;
    const place = this.#vacant.get(room)?.pop() ?? this.#end;
    try {
      this.#file ??= this.#create();
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at, bytes.length - at, place + at);
    } catch (error) {
      this.#failed = true;
      this.warn(
        `the temporary file of older blocks in "${tmpdir()}" cannot be written (${reason(error)}): blocks from now on stay in memory; free space there, or set TMPDIR to another folder, and start again`,
      );
      return undefined;
    }
    if (place === this.#end) this.#end += room;
    return place;
  }

  read(place: number, target: Bytes): void {
    if (this.#closed !== undefined) throw this.#closed;
    let at = 0;
    try {
      while (at < target.length) {
        const count = readSync(this.#file as number, target, at, target.length - at, place + at);
        if (count === 0) throw new Error('it ends too early');
        at += count;
      }
    } catch (error) {
      throw new HalleyError(
        'store-failed',
        `the temporary file of older blocks in "${tmpdir()}" cannot be read (${reason(error)}); check the disk, or set TMPDIR to another folder, and start again`,
      );
    }
  }

  free(place: number, room: number): void {
    const places = this.#vacant.get(room);
    if (places === undefined) this.#vacant.set(room, [place]);
    else places.push(place);
  }

  /** Closes the file, which frees it. Later reads fail with `why`. */
  close(why: HalleyError): void {
    if (this.#closed !== undefined) return;
    this.#closed = why;
    if (this.#file !== undefined) closeSync(this.#file);
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #create(): number {
    const folder = mkdtempSync(join(tmpdir(), 'halley-history-'));
    const file = openSync(join(folder, 'pages'), 'wx+', 0o600);
    try {
      rmSync(folder, { recursive: true });
    } catch {
      this.#folder = folder;
    }
    return file;
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
