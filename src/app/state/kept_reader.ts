/**
 * Keeps what is read of a state, so that the same run can be repeated after the chain has gone back and the state below
 * is another one.
 */
import type { Account } from '../../evm/state.js';
import type { ByteText } from '../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError, invariant } from '../../kernel/errors.js';
import { type TextEntry, TextReader } from './reader.js';
import type { StateReader, StoreName } from './types.js';

/** Most values that are kept; what is read first later is unknown after the chain has gone back. */
const MAX_KEPT = 500_000;

export class KeptReader extends TextReader {
  /** Whether a value that was not kept was read after the state below had gone. It reads as empty. */
  hasMissed = false;
  readonly #kept = new Map<string, unknown>();
  readonly #below: TextReader;

  constructor(below: StateReader) {
    super();
    invariant(below instanceof TextReader, 'what is kept is read from a state of ours');
    this.#below = below;
  }

  get overRemote(): boolean {
    return this.#below.overRemote;
  }

  accountOf(address: ByteText): Account | undefined {
    return this.#read(`account ${address}`, undefined, () => this.#below.accountOf(address));
  }

  codeOf(hash: ByteText): Bytes | undefined {
    return this.#read(`code ${hash}`, undefined, () => this.#below.codeOf(hash));
  }

  slotOf(address: ByteText, slot: ByteText): Bytes {
    return this.#read(`slot ${address}${slot}`, EMPTY_BYTES, () => this.#below.slotOf(address, slot));
  }

  slotsOf(address: ByteText): readonly ByteText[] {
    return this.#read(`slots ${address}`, [], () => this.#below.slotsOf(address));
  }

  slotsAtMostOf(address: ByteText): number {
    return this.#read(`count ${address}`, 0, () => this.#below.slotsAtMostOf(address));
  }

  valueOf(store: StoreName, key: ByteText): Bytes | undefined {
    return this.#read(`value ${store} ${key}`, undefined, () => this.#below.valueOf(store, key));
  }

  foreignBlockHash(number: bigint): Bytes | undefined {
    return this.#read(`hash ${number}`, undefined, () => this.#below.foreignBlockHash(number));
  }

  entriesOf(store: StoreName, prefix: ByteText): Iterable<TextEntry> {
    return this.#read(`entries ${store} ${prefix}`, [], () => [...this.#below.entriesOf(store, prefix)]);
  }

  #read<T>(key: string, empty: T, read: () => T): T {
    if (this.#kept.has(key)) return this.#kept.get(key) as T;
    try {
      const value = read();
      if (this.#kept.size < MAX_KEPT) this.#kept.set(key, value);
      return value;
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
      this.hasMissed = true;
      return empty;
    }
  }
}
