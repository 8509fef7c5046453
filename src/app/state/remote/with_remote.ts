/**
 * Runs work on a state over another chain's. It runs as if every value were there. When a value is absent, a dry run
 * reads empty values instead and records all that are absent, which are then fetched together. Dry runs repeat until
 * one misses nothing; then the work runs again. Each round fetches what was missing, so gas bounds the number of
 * rounds.
 */
import { AbsentRemote, type RemoteKey } from '../../../evm/absent_remote.js';
import type { Account } from '../../../evm/state.js';
import type { ByteText } from '../../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { HalleyError, invariant } from '../../../kernel/errors.js';
import { type TextEntry, TextReader } from '../reader.js';
import type { Remote } from '../remote_source.js';
import type { StateReader, StoreName } from '../types.js';

/** Returns the reader that work uses in place of the given one. */
export type Through = (reader: StateReader) => StateReader;
/** May run several times, so it must leave no effect when it throws. */
export type Work<T> = (through: Through) => T | Promise<T>;

/** Returns true for the error of a fetch that the other chain's node did not answer. */
export const isUnavailable = (error: unknown): boolean => error instanceof HalleyError && error.code === 'unavailable';

const asItIs: Through = (reader) => reader;

/**
 * Runs `work` over `remote`. `dryRun` is the dry run, for work that would otherwise have lasting effects. Rejects with
 * HalleyError `unavailable`.
 */
export function withRemote<T>(remote: Remote | undefined, work: Work<T>, dryRun: Work<unknown> = work): T | Promise<T> {
  return remote === undefined ? work(asItIs) : untilNothingIsAbsent(remote, work, dryRun);
}

/** Most misses of the first dry run, and of any. */
const FIRST_LIMIT = 1024;
const HIGHEST_LIMIT = 8192;
const LOWEST_LIMIT = 4;

/**
 * Values that a dry run did not find. A dry run continues with empty values, so what it misses after the first absent
 * value is a guess. Guesses that the next dry run does not read were wrong; then each further dry run makes fewer of
 * them, so that work whose reads depend on each other does not fetch a multiple of what it reads.
 */
class Misses {
  #keys = new Map<string, RemoteKey>();
  /** Misses of the dry run before that this one has not read so far. */
  #unread = new Set<string>();
  #guesses = 0;
  #limit = FIRST_LIMIT;

  get keys(): readonly RemoteKey[] {
    return [...this.#keys.values()];
  }

  /** Begins a dry run. */
  begin(): void {
    this.#unread = new Set(this.#keys.keys());
    this.#guesses = this.#unread.size;
    this.#keys = new Map();
  }

  /** Notes that a value was there. Only what is read before the first miss shows whether the guesses were right. */
  found(name: string): void {
    if (this.#keys.size === 0) this.#unread.delete(name);
  }

  /** Adds a miss. Returns false when the dry run has as many as it may. */
  add(name: string, key: RemoteKey): boolean {
    if (this.#keys.size === 0) this.#adapt();
    this.#keys.set(name, key);
    return this.#keys.size < this.#limit;
  }

  #adapt(): void {
    if (2 * this.#unread.size > this.#guesses) this.#limit = Math.max(LOWEST_LIMIT, this.#limit >> 1);
    else if (this.#guesses >= this.#limit) this.#limit = Math.min(HIGHEST_LIMIT, 2 * this.#limit);
  }
}

async function untilNothingIsAbsent<T>(remote: Remote, work: Work<T>, dryRun: Work<unknown>): Promise<T> {
  const misses = new Misses();
  for (;;) {
    try {
      return await work(asItIs);
    } catch (error) {
      if (!(error instanceof AbsentRemote)) throw error;
      let keys: readonly RemoteKey[] = [error.key, ...(await missesOf(dryRun, misses))];
      while (keys.length > 0) {
        await remote.fetch(keys);
        keys = await missesOf(dryRun, misses);
      }
    }
  }
}

/**
 * Reads for a dry run: a value that was not fetched reads as empty, and is recorded so that it can be fetched. What is
 * read after that may be wrong, so the dry run ends when it has recorded many.
 */
class MissRecordingReader extends TextReader {
  constructor(
    private readonly base: TextReader,
    private readonly misses: Misses,
  ) {
    super();
  }

  get overRemote(): boolean {
    return this.base.overRemote;
  }

  accountOf(address: ByteText): Account | undefined {
    return this.orElse(address, undefined, () => this.base.accountOf(address));
  }

  codeOf(hash: ByteText): Bytes | undefined {
    return this.base.codeOf(hash);
  }

  slotOf(address: ByteText, slot: ByteText): Bytes {
    return this.orElse(address + slot, EMPTY_BYTES, () => this.base.slotOf(address, slot));
  }

  slotsOf(address: ByteText): readonly ByteText[] {
    return this.base.slotsOf(address);
  }

  slotsAtMostOf(address: ByteText): number {
    return this.base.slotsAtMostOf(address);
  }

  foreignBlockHash(number: bigint): Bytes | undefined {
    return this.orElse(`${number}`, EMPTY_BYTES, () => this.base.foreignBlockHash(number));
  }

  valueOf(store: StoreName, key: ByteText): Bytes | undefined {
    return this.base.valueOf(store, key);
  }

  entriesOf(store: StoreName, prefix: ByteText): Iterable<TextEntry> {
    return this.base.entriesOf(store, prefix);
  }

  /** Throws AbsentRemote when the dry run has recorded enough. */
  private orElse<T>(name: string, nothing: T, read: () => T): T {
    let value: T;
    try {
      value = read();
    } catch (error) {
      if (!(error instanceof AbsentRemote)) throw error;
      if (!this.misses.add(name, error.key)) throw error;
      return nothing;
    }
    this.misses.found(name);
    return value;
  }
}

async function missesOf(dryRun: Work<unknown>, misses: Misses): Promise<readonly RemoteKey[]> {
  misses.begin();
  try {
    await dryRun((reader) => {
      invariant(reader instanceof TextReader, 'a dry run needs a reader of the state');
      return new MissRecordingReader(reader, misses);
    });
  } catch {
    // The dry run read values that are not the real ones. A genuine failure recurs when the work itself runs.
  }
  return misses.keys;
}
