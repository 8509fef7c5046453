/**
 * Stores records in a file that only grows. Each is a line with a checksum, and is written at once, so that several
 * processes can write to one file. A reader skips damaged lines. A record also begins with a line end, so an incomplete
 * record of a killed process does not damage the next one.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolder } from '../../storage/make_folder.js';

const LINE_END = 10;
/** Most bytes that are read in one turn of the event loop. */
const PART_BYTES = 1024 * 1024;
/** Most bytes of a line that is read in parts. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
const SUM_LENGTH = 8;
/** Length of the checksum and the space after it. */
const PREFIX_LENGTH = SUM_LENGTH + 1;
/** Prevents that opening a pipe blocks the process. Windows has no such flag. */
const NOT_WAITING = constants.O_NONBLOCK ?? 0;
const APPENDING = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | NOT_WAITING;
const OWNER_ONLY = 0o600;
const OWNER_FOLDER = 0o700;

export interface StoredRecord {
  readonly text: string;
  /** Offset of the line in the file, for `readAt`. */
  readonly at: number;
  /** Bytes of the line. */
  readonly length: number;
}

const sumOf = (payload: Buffer): string => crc32(payload).toString(16).padStart(SUM_LENGTH, '0');

function lineOf(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from(`\n${sumOf(payload)} `), payload, Buffer.from('\n')]);
}

/** Returns the payload of a line, or undefined for a damaged one. */
function payloadOf(line: Buffer): string | undefined {
  if (line.length < PREFIX_LENGTH) return undefined;
  const payload = line.subarray(PREFIX_LENGTH);
  return line.toString('latin1', 0, PREFIX_LENGTH) === `${sumOf(payload)} ` ? payload.toString('utf8') : undefined;
}

/** Returns the undamaged records of complete lines in a part of the file that begins at `offset`. */
function recordsIn(bytes: Buffer, offset: number): readonly StoredRecord[] {
  const found: StoredRecord[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, at);
    // The last line may still be under way.
    if (end < 0) break;
    const text = end > at ? payloadOf(bytes.subarray(at, end)) : undefined;
    if (text !== undefined) found.push({ text, at: offset + at, length: end - at });
    at = end + 1;
  }
  return found;
}

export class RecordFile {
  #descriptor: number | undefined;
  #bytes = 0;
  #isOff = false;

  /** `onFailure` is called once, when the file cannot be written or is full. Nothing is written after that. */
  constructor(
    private readonly path: string,
    private readonly maxBytes: number,
    private readonly onFailure: (reason: string) => void,
  ) {}

  /** Returns the undamaged records. A file that cannot be read has none. */
  records(): readonly StoredRecord[] {
    return recordsIn(this.#content(), 0);
  }

  /** Passes the undamaged records to `take`, those of one part of the file in each turn of the event loop. */
  async eachRecord(take: (record: StoredRecord) => void): Promise<void> {
    let rest = Buffer.alloc(0);
    for (let at = 0; rest.length <= MAX_LINE_BYTES; ) {
      const part = this.#part(at + rest.length);
      if (part.length === 0) return;
      const bytes = Buffer.concat([rest, part]);
      const end = bytes.lastIndexOf(LINE_END) + 1;
      for (const record of recordsIn(bytes.subarray(0, end), at)) take(record);
      rest = bytes.subarray(end);
      at += end;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Reads a record again. Returns undefined when it is damaged or missing. */
  readAt({ at, length }: Pick<StoredRecord, 'at' | 'length'>): string | undefined {
    const line = this.#bytesAt(at, length);
    return line.length === length ? payloadOf(line) : undefined;
  }

  /** Appends records. They have no line ends. */
  append(texts: readonly string[]): void {
    if (this.#isOff || texts.length === 0) return;
    const bytes = Buffer.concat(texts.map(lineOf));
    const failure = this.#write(bytes);
    if (failure === undefined) this.#bytes += bytes.length;
    else this.#stop(failure);
  }

  close(): void {
    this.#isOff = true;
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /** Appends to the file in one write. Returns the reason if it fails. */
  #write(bytes: Buffer): string | undefined {
    try {
      this.#descriptor ??= this.#open();
      if (this.#bytes + bytes.length > this.maxBytes) return `a file has its limit of ${this.maxBytes} bytes`;
      return writeSync(this.#descriptor, bytes) < bytes.length ? 'the disk is full' : undefined;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? 'unknown reason';
    }
  }

  #open(): number {
    makeFolder(dirname(this.path), OWNER_FOLDER);
    const descriptor = openSync(this.path, APPENDING, OWNER_ONLY);
    this.#bytes = fstatSync(descriptor).size;
    return descriptor;
  }

  #stop(reason: string): void {
    this.close();
    this.onFailure(reason);
  }

  /** Returns a part of the file, which is empty at the end of the file and beyond the limit of its size. */
  #part(at: number): Buffer {
    return at > 2 * this.maxBytes ? Buffer.alloc(0) : this.#bytesAt(at, PART_BYTES);
  }

  /** Returns at most `length` bytes, and none if the path is not a regular file or cannot be read. */
  #bytesAt(at: number, length: number): Buffer {
    let descriptor: number | undefined;
    try {
      descriptor = openSync(this.path, constants.O_RDONLY | NOT_WAITING);
      if (!fstatSync(descriptor).isFile()) return Buffer.alloc(0);
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, at));
    } catch {
      return Buffer.alloc(0);
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }

  #content(): Buffer {
    try {
      const stats = statSync(this.path);
      // Another process may have written beyond the limit at the same time as this one.
      return stats.isFile() && stats.size <= 2 * this.maxBytes ? readFileSync(this.path) : Buffer.alloc(0);
    } catch {
      return Buffer.alloc(0);
    }
  }
}
