/**
 * Reads for a dry run: a value that was not fetched reads as empty, and is recorded so that it can be fetched. What is
 * read after that may be wrong, so the dry run ends when it has recorded many.
 */
import { AbsentRemote } from '../../../evm/absent_remote.js';
import type { Account } from '../../../evm/account.js';
import type { ByteText } from '../../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { type TextEntry, TextReader } from '../reader.js';
import type { StoreName } from '../types.js';
import type { Misses } from './misses.js';

export class MissRecordingReader extends TextReader {
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
