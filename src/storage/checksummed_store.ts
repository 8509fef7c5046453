/**
 * Protects the records of a folder. Every value has a checksum, which is verified when the value is read. Every batch
 * has a number, and a store that ends before the last acknowledged batch is rejected. After a failed write nothing more
 * is written, because it is unknown what the disk has of it.
 */
import type { Bytes } from '../kernel/bytes.js';
import { HalleyError, invariant } from '../kernel/errors.js';
import { toHex } from '../kernel/hex.js';
import { fromUtf8, utf8 } from '../kernel/text.js';
import { damaged, readFailure, writeError } from './level_error.js';
import { inSlicesOfOps } from './ops_in_slices.js';
import { seal, unseal } from './sealed_value.js';
import type { KeyRange, RecordName, Store, WriteOp } from './store.js';
import { WITNESS_FILE, Witness } from './witness.js';

/** Accesses a folder's entries without checks. Errors are those of the underlying database. */
export interface RawStore extends Omit<Store, 'need' | 'batch'> {
  batch(ops: WriteOp[]): Promise<void>;
}

export interface GuardOptions {
  /**
   * Opens the store for reading. A batch is then a programming error, and the folder must exist. LevelDB still moves
   * its log into a table, as it does whenever it opens.
   */
  readonly readOnly?: boolean;
  /** Writes each batch to the disk before it is acknowledged. */
  readonly fsync?: boolean;
  /** Version of Halley that writes. It is stored in the head. */
  readonly writer?: string;
  /** Describes the record of a key. The key itself may be damaged. */
  readonly nameOf?: (key: Bytes) => RecordName;
  /** Runs when a record is found damaged, once for each record. The read that finds the damage fails as well. */
  readonly onDamage?: (error: HalleyError) => void;
  /** Runs after the store is closed, even when closing failed. */
  readonly onClosed?: () => Promise<void>;
}

/** Most records whose damage is remembered as reported. */
const MAX_REPORTED = 1000;

/**
 * Defines the head of a store: its version, the number of its last batch, and the version of Halley that wrote it. A
 * change of the records' format or meaning gets the next version. Stores of other versions are rejected with an error
 * that says what to do.
 */
export const STORE_VERSION = 5;

/** Key of the head. Its first four bytes exclude it from ranges. */
export const HEAD_KEY = Uint8Array.of(255, 255, 255, 255, 0);

export interface Head {
  readonly version: number;
  /** Number of the last batch. */
  readonly last: number;
  /** Version of Halley that wrote last; `undefined` when the head does not contain it. */
  readonly writer: string | undefined;
}

/** Returns the value of the head's record. */
export const sealHead = ({ version, last, writer }: Head): Bytes =>
  seal(HEAD_KEY, utf8([`halley store ${version}`, last, writer].filter((line) => line !== undefined).join('\n')));

/** Reads the value of the head's record. Throws HalleyError `corrupt-store`. */
export function readHead(sealed: Bytes, folder: string): Head {
  const value = unseal(HEAD_KEY, sealed);
  if (value === undefined) throw damaged(folder, 'its head fails its checksum');
  const [format = '', last = '', writer] = fromUtf8(value).split('\n');
  const version = /^halley store ([1-9]\d{0,8})$/.exec(format)?.[1];
  if (version === undefined) throw damaged(folder, `its head begins with ${JSON.stringify(format)}`);
  return { version: Number(version), last: Number(last), writer };
}

/** Returns the error for a database that no version with a head has written. */
const withoutVersion = (folder: string): HalleyError =>
  new HalleyError(
    'unavailable',
    `the database in "${folder}" has no store version, and this version of halley reads only store version ` +
      `${STORE_VERSION}; use another home folder, or remove this one to start anew`,
    { folder, supported: STORE_VERSION },
  );

/** Returns the error for a store of another version. */
const otherVersion = (folder: string, { version, writer }: Head): HalleyError =>
  new HalleyError(
    'unavailable',
    `the store in "${folder}" was written by ${writer ?? 'another version of halley'}: it has store version ${version}, ` +
      `and this one reads only store version ${STORE_VERSION}; use the version that wrote it, or run "halley export ` +
      '--home DIR > genesis.json" with that version, then "halley start --genesis genesis.json" with this one',
    { folder, version, supported: STORE_VERSION },
  );

const EVERYTHING: KeyRange = { gte: new Uint8Array(0), lt: HEAD_KEY, limit: 1 };

const unnamed = (key: Bytes): RecordName => ({ text: `record ${toHex(key)}` });

/** Opens a store. Throws HalleyError `corrupt-store`, or `unavailable` for a store of another version. */
export async function guarded(raw: RawStore, folder: string, options: GuardOptions): Promise<Store> {
  const head = headOf(raw, folder);
  const witness = Witness.open(folder, options);
  try {
    if (head === undefined) await mustBeNew(raw, folder, witness.last);
    const last = head?.last ?? 0;
    checkEnd(last, witness.last, folder);
    return new ChecksummedStore(raw, folder, options, witness, last);
  } catch (error) {
    witness.close();
    throw error;
  }
}

/** Returns the store's head, or undefined when it has none. */
function headOf(raw: RawStore, folder: string): Head | undefined {
  const sealed = raw.get(HEAD_KEY);
  if (sealed === undefined) return undefined;
  const head = readHead(sealed, folder);
  if (head.version !== STORE_VERSION) throw otherVersion(folder, head);
  return head;
}

/** Throws when a store without a head has records. */
async function mustBeNew(raw: RawStore, folder: string, witnessed: Witness['last']): Promise<void> {
  for await (const _ of raw.entries(EVERYTHING))
    throw witnessed === undefined ? withoutVersion(folder) : damaged(folder, 'its head is missing');
}

function checkEnd(last: number, witnessed: Witness['last'], folder: string): void {
  if (witnessed === undefined || (witnessed !== 'damaged' && witnessed <= last)) return;
  const how =
    witnessed === 'damaged'
      ? `${WITNESS_FILE} in it, which records the last write, cannot be read`
      : `it ends with write ${last}, and write ${witnessed} was acknowledged`;
  throw new HalleyError(
    'corrupt-store',
    `the store in "${folder}" is damaged: ${how}; restore the folder from a copy, remove it to start anew, ` +
      `or delete ${WITNESS_FILE} in it to continue with the remaining records`,
    { folder, last, witnessed },
  );
}

class ChecksummedStore implements Store {
  #tail: Promise<void> = Promise.resolve();
  #failure: HalleyError | undefined;
  #closing: Promise<void> | undefined;
  readonly #reported = new Set<string>();

  constructor(
    private readonly raw: RawStore,
    private readonly folder: string,
    private readonly options: GuardOptions,
    private readonly witness: Witness,
    private last: number,
  ) {}

  get(key: Bytes): Bytes | undefined {
    let sealed: Bytes | undefined;
    try {
      sealed = this.raw.get(key);
    } catch (error) {
      throw this.#readError(key, error);
    }
    return sealed && this.#unseal(key, sealed);
  }

  need(key: Bytes): Bytes {
    const value = this.get(key);
    if (value === undefined) throw this.#damage(key, 'is missing');
    return value;
  }

  /** Writes batches one at a time, so that the witness is never ahead of the folder. */
  batch(ops: readonly WriteOp[]): Promise<void> {
    invariant(this.options.readOnly !== true, 'a store that was opened read-only is written');
    const written = this.#tail.then(() => this.#write(ops));
    this.#tail = written.catch(() => undefined);
    return written;
  }

  async *entries(range: KeyRange): AsyncIterable<readonly [Bytes, Bytes]> {
    for await (const [key, sealed] of this.#iterated(this.raw.entries(range), range))
      yield [key, this.#unseal(key, sealed)];
  }

  keys(range: KeyRange): AsyncIterable<Bytes> {
    return this.#iterated(this.raw.keys(range), range);
  }

  /** Converts errors of LevelDB to damage. */
  async *#iterated<T>(raw: AsyncIterable<T>, range: KeyRange): AsyncIterable<T> {
    const source = raw[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await source.next().catch((error: unknown) => Promise.reject(this.#readError(range.gte, error)));
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await source.return?.();
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#tail;
    try {
      await this.raw.close();
    } catch (error) {
      throw writeError(this.folder, error);
    } finally {
      this.witness.close();
      await this.options.onClosed?.();
    }
  }

  async #write(ops: readonly WriteOp[]): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const next = this.last + 1;
    const sealed: WriteOp[] = [];
    await inSlicesOfOps(ops, (op) => sealed.push(op.type === 'put' ? { ...op, value: seal(op.key, op.value) } : op));
    const head = { version: STORE_VERSION, last: next, writer: this.options.writer };
    sealed.push({ type: 'put', key: HEAD_KEY, value: sealHead(head) });
    try {
      await this.raw.batch(sealed);
      this.witness.write(next);
    } catch (error) {
      this.#failure = writeError(this.folder, error);
      throw this.#failure;
    }
    this.last = next;
  }

  #unseal(key: Bytes, sealed: Bytes): Bytes {
    const value = unseal(key, sealed);
    if (value === undefined) throw this.#damage(key, 'fails its checksum');
    return value;
  }

  #readError(key: Bytes, error: unknown): HalleyError {
    return error instanceof HalleyError ? error : this.#damage(key, readFailure(error));
  }

  #damage(key: Bytes, how: string): HalleyError {
    const { text, height } = (this.options.nameOf ?? unnamed)(key);
    const error = damaged(this.folder, `the ${text} ${how}`, { record: text, height });
    const reported = toHex(key);
    if (this.#reported.has(reported)) return error;
    if (this.#reported.size < MAX_REPORTED) this.#reported.add(reported);
    this.options.onDamage?.(error);
    return error;
  }
}
