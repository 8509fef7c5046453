/**
 * Appends lines to a record, in order. Lines are written in the background, and `flush` waits for them, so what was
 * flushed survives the process. The disk's own caches are not flushed: a record survives a killed process, not a power
 * failure. A record that cannot be written ends with its last whole line, and the devnet goes on without it.
 */
import { fstatSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { HalleyError } from '../../kernel/errors.js';
import type { RecordPiece } from '../chain/chain_activity.js';
import { LineEncoder } from './line_text.js';
import type { RecordLine } from './record_line.js';

const NEWLINE = 0x0a;
/** Bytes of a piece that is read, which takes a few milliseconds. A longer line is read as a whole. */
const PIECE_BYTES = 256 * 1024;

const writeFailure = (file: string, error: unknown): HalleyError => {
  const cause = error instanceof Error ? error.message : String(error);
  return new HalleyError(
    'store-failed',
    `the record "${file}" cannot be continued: ${cause}; the devnet goes on without it, and the record is valid up to its last whole line: fix the cause, then record the next session to a new file`,
    { file, cause },
  );
};

/** Receives once the reason why a record ended early. */
type OnFailure = (failure: HalleyError) => void;

export class RecordFile {
  readonly #encoder: LineEncoder;
  #pending: string[] = [];
  #writing: Promise<void> | undefined;
  readonly #holds = new Set<Promise<void>>();
  #hasFailed = false;
  /** Bytes of the lines that are written. */
  #size: number;

  private constructor(
    private readonly file: string,
    private readonly handle: FileHandle,
    private readonly onFailure: OnFailure,
    end?: RecordEnd,
  ) {
    this.#encoder = new LineEncoder(end?.sum);
    this.#size = end?.size ?? 0;
  }

  /** Creates a file. Throws HalleyError `conflict` when it exists, and `unavailable` when it cannot be created. */
  static async create(file: string, onFailure: OnFailure): Promise<RecordFile> {
    return new RecordFile(file, await opened(file, 'ax+'), onFailure);
  }

  /** Continues a file after its last whole line. */
  static async continue(file: string, end: RecordEnd, onFailure: OnFailure): Promise<RecordFile> {
    const handle = await opened(file, 'a+');
    await handle.truncate(end.size);
    return new RecordFile(file, handle, onFailure, end);
  }

  /** Bytes of the lines that are written; `undefined` when the record has ended early. */
  get size(): number | undefined {
    return this.#hasFailed ? undefined : this.#size;
  }

  append(line: RecordLine): void {
    // A line after a gap could not be read.
    if (this.#hasFailed) return;
    this.#pending.push(this.#encoder.encode(line));
    this.#writing ??= this.#write();
  }

  /** Resolves when all lines are written, or the record has ended early; returns undefined when they are written. */
  flush(): Promise<void> | undefined {
    return this.#writing;
  }

  /** Keeps the lines that follow back until the returned function is called. `flush` waits for that too. */
  hold(): () => void {
    let resolve = (): void => undefined;
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    this.#holds.add(promise);
    return () => {
      this.#holds.delete(promise);
      resolve();
    };
  }

  /** Reads whole lines from an offset. Resolves to undefined behind the end, and when the record has ended early. */
  async read(offset: number): Promise<RecordPiece | undefined> {
    const { size } = this;
    if (size === undefined || offset > size) return undefined;
    for (let bytes = PIECE_BYTES; ; bytes *= 2) {
      const wanted = Math.min(bytes, size - offset);
      const { buffer, bytesRead } = await this.handle.read(Buffer.alloc(wanted), 0, wanted, offset);
      const end = buffer.lastIndexOf(NEWLINE, bytesRead - 1) + 1;
      if (end > 0 || wanted === 0) return { text: buffer.toString('utf8', 0, end), next: offset + end, size };
      if (bytesRead < wanted || wanted === size - offset) return undefined;
    }
  }

  /** Writes the rest and closes the file. */
  async close(): Promise<void> {
    await this.#writing;
    await this.handle.close();
  }

  /** Closes and removes the file. */
  async discard(): Promise<void> {
    await this.close();
    await rm(this.file, { force: true });
  }

  /** Writes until no line is pending. The lines that arrive meanwhile are written together. */
  async #write(): Promise<void> {
    try {
      while (this.#pending.length > 0) {
        while (this.#holds.size > 0) await Promise.all(this.#holds);
        const bytes = Buffer.from(this.#pending.join(''));
        this.#pending = [];
        this.#mustBeWhole();
        await this.handle.appendFile(bytes);
        this.#size += bytes.length;
      }
    } catch (error) {
      this.#hasFailed = true;
      this.#pending = [];
      await this.#endAtLine();
      this.onFailure(writeFailure(this.file, error));
    }
    this.#writing = undefined;
  }

  /** Throws when another program has removed or changed the file, because the lines that follow could not be read. */
  #mustBeWhole(): void {
    const { nlink, size } = fstatSync(this.handle.fd);
    if (nlink === 0) throw new Error('another program has removed it');
    if (size !== this.#size) throw new Error(`another program has changed it: it has ${size} bytes, not ${this.#size}`);
  }

  /** Removes the part of a line that was written before a write failed. A shorter file is left as it is. */
  async #endAtLine(): Promise<void> {
    try {
      const { size } = await this.handle.stat();
      if (size > this.#size) await this.handle.truncate(this.#size);
    } catch {
      // A reader recognizes a line that is not whole.
    }
  }
}

/** End of the whole lines of a file, and the checksum of the last one. */
export interface RecordEnd {
  readonly size: number;
  readonly sum: string;
}

async function opened(file: string, flags: string): Promise<FileHandle> {
  try {
    return await open(file, flags);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new HalleyError(
        'conflict',
        `the record "${file}" exists already: give another file, remove this one, or give the home folder of the chain that it records`,
        { file },
      );
    throw new HalleyError('unavailable', `the record "${file}" cannot be opened: ${message}`, { file });
  }
}
