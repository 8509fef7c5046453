/**
 * The fetched values in memory. In front of a store these are the latest ones, and the rest is read from the store.
 * Without a store these are all values, because the state needs each of them at any time.
 */
import type { ByteText } from '../../../kernel/byte_text.js';
import { GenerationalCache } from '../../../kernel/caches.js';
import { HalleyError } from '../../../kernel/errors.js';
import type { Store } from '../../../storage/store.js';
import { decodedValue, type RememberedValue, type RememberedValues, recordKey } from './records.js';

const MIB = 1024 * 1024;
/** Most bytes of values of a chain without a store. */
const MAX_UNSTORED_BYTES = 256 * MIB;
/** Most bytes of values of a generation in front of a store. There are two. */
const MAX_GENERATION_BYTES = 32 * MIB;
/** About the bytes that an entry takes besides its own: its name, its objects, and its place in a map. */
const ENTRY_BYTES = 300;

export interface RememberedMemory {
  get(name: ByteText): RememberedValue | undefined;
  /** Returns the error `unavailable` where there is no room for the values. */
  refusalOf(values: RememberedValues): HalleyError | undefined;
  add(values: RememberedValues): void;
}

const sizeOf = (value: RememberedValue): number => ENTRY_BYTES + (value instanceof Uint8Array ? value.length : 0);

export class LatestOfStore implements RememberedMemory {
  readonly #latest: GenerationalCache<RememberedValue>;

  constructor(
    private readonly store: Store,
    generationBytes: number = MAX_GENERATION_BYTES,
  ) {
    this.#latest = new GenerationalCache(Number.POSITIVE_INFINITY, generationBytes, sizeOf);
  }

  /** Throws CodecError for a malformed record. */
  get(name: ByteText): RememberedValue | undefined {
    const latest = this.#latest.get(name);
    if (latest !== undefined) return latest;
    const bytes = this.store.get(recordKey(name));
    if (bytes === undefined) return undefined;
    const value = decodedValue(name, bytes);
    this.#latest.set(name, value);
    return value;
  }

  refusalOf(): undefined {
    return undefined;
  }

  /** Takes in values that are in the store. */
  add(values: RememberedValues): void {
    for (const [name, value] of values) this.#latest.set(name, value);
  }
}

export class AllInMemory implements RememberedMemory {
  readonly #all = new Map<ByteText, RememberedValue>();
  #bytes = 0;

  constructor(private readonly maxBytes: number = MAX_UNSTORED_BYTES) {}

  get(name: ByteText): RememberedValue | undefined {
    return this.#all.get(name);
  }

  refusalOf(values: RememberedValues): HalleyError | undefined {
    let bytes = this.#bytes;
    for (const [name, value] of values) if (!this.#all.has(name)) bytes += sizeOf(value);
    if (bytes <= this.maxBytes) return undefined;
    return new HalleyError(
      'unavailable',
      `what was fetched from the forked chain fills its ${this.maxBytes} bytes of memory: start the fork again, or with a home folder, which has no such limit`,
    );
  }

  add(values: RememberedValues): void {
    for (const [name, value] of values) {
      if (!this.#all.has(name)) this.#bytes += sizeOf(value);
      this.#all.set(name, value);
    }
  }
}
