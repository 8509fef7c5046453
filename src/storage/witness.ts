/**
 * Stores the number of the last acknowledged write in a small file beside LevelDB's files. LevelDB silently treats a
 * log with a damaged end as one that ends earlier. The file has two slots, each with a checksum, which are written
 * alternately, so that one of them is intact even when a write is interrupted.
 */
import { closeSync, constants, existsSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '../kernel/errors.js';
import { fromUtf8, utf8 } from '../kernel/text.js';
import { seal, unseal } from './sealed_value.js';

export const WITNESS_FILE = 'WITNESS';

/** Part of a slot's checksum besides its text. */
const SLOT_KEY = utf8('halley witness 1');
const DIGITS = 16;
const SLOT_BYTES = seal(SLOT_KEY, new Uint8Array(DIGITS)).length;

interface WitnessOptions {
  readonly fsync?: boolean;
  readonly readOnly?: boolean;
}

export class Witness {
  private constructor(
    private readonly path: string,
    /** `undefined` until the first write, when the file does not exist. */
    private file: number | undefined,
    private readonly options: WitnessOptions,
    /** Number of the last write; `undefined` when there is no file, and `damaged` when neither slot is intact. */
    readonly last: number | 'damaged' | undefined,
  ) {}

  static open(folder: string, options: WitnessOptions): Witness {
    const path = join(folder, WITNESS_FILE);
    if (!existsSync(path)) return new Witness(path, undefined, options, undefined);
    const file = openSync(path, options.readOnly === true ? constants.O_RDONLY : constants.O_RDWR);
    const bytes = new Uint8Array(2 * SLOT_BYTES);
    readSync(file, bytes, 0, bytes.length, 0);
    const known = [0, 1].flatMap((slot) => numberOf(bytes.subarray(slot * SLOT_BYTES, (slot + 1) * SLOT_BYTES)));
    return new Witness(path, file, options, known.length === 0 ? 'damaged' : Math.max(...known));
  }

  /** Writes a number. Numbers must be consecutive. */
  write(number: number): void {
    const { fsync, readOnly } = this.options;
    invariant(readOnly !== true, 'a witness that was opened read-only is written');
    this.file ??= openSync(this.path, constants.O_RDWR | constants.O_CREAT, 0o644);
    const slot = seal(SLOT_KEY, utf8(String(number).padStart(DIGITS, '0')));
    writeSync(this.file, slot, 0, SLOT_BYTES, (number % 2) * SLOT_BYTES);
    if (fsync === true) fdatasyncSync(this.file);
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
  }
}

function numberOf(slot: Uint8Array): number[] {
  const text = unseal(SLOT_KEY, slot);
  return text === undefined ? [] : [Number(fromUtf8(text))];
}
