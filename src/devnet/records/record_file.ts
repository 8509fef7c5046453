/**
 * Appends lines to a record, in order. Lines are written in the background, and `flush` waits for them, so what was
 * flushed survives the process. The disk's own caches are not flushed: a record survives a killed process, not a power
 * failure.
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { HalleyError } from '../../kernel/errors.js';
import { LineEncoder } from './line_text.js';
import type { RecordLine } from './record_line.js';

const writeFailure = (file: string, error: unknown): HalleyError => {
  const cause = error instanceof Error ? error.message : String(error);
  return new HalleyError(
    'store-failed',
    `the record "${file}" cannot be written: ${cause}; it is valid up to its last whole line: fix the cause, then record to a new file`,
    { file, cause },
  );
};

export class RecordFile {
  readonly #encoder: LineEncoder;
  #pending: string[] = [];
  #writing: Promise<void> | undefined;
  #failure: HalleyError | undefined;

  private constructor(
    private readonly file: string,
    private readonly handle: FileHandle,
    sum?: string,
  ) {
    this.#encoder = new LineEncoder(sum);
  }

  /** Creates a file. Throws HalleyError `conflict` when it exists, and `unavailable` when it cannot be created. */
  static async create(file: string): Promise<RecordFile> {
    return new RecordFile(file, await opened(file, 'wx'));
  }

  /** Continues a file after its first `size` bytes, whose last line has the checksum `sum`. */
  static async continue(file: string, size: number, sum: string): Promise<RecordFile> {
    const handle = await opened(file, 'r+');
    await handle.truncate(size);
    await handle.close();
    return new RecordFile(file, await opened(file, 'a'), sum);
  }

  append(line: RecordLine): void {
    // A line after a gap could not be read.
    if (this.#failure !== undefined) return;
    this.#pending.push(this.#encoder.encode(line));
    this.#writing ??= this.#write();
  }

  /**
   * Resolves when all lines are written; returns undefined when they are. Rejects with HalleyError `store-failed` when
   * one could not be written.
   */
  flush(): Promise<void> | undefined {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return this.#writing?.then(() => {
      if (this.#failure !== undefined) throw this.#failure;
    });
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
        const text = this.#pending.join('');
        this.#pending = [];
        await this.handle.appendFile(text);
      }
    } catch (error) {
      this.#failure = writeFailure(this.file, error);
    }
    this.#pending = [];
    this.#writing = undefined;
  }
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
