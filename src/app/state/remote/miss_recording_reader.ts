/** Reads for a dry run: a value that was not fetched reads as empty, and is recorded so that it can be fetched. */

import { AbsentRemote, type RemoteKey } from '../../../evm/absent_remote.js';
import type { Account } from '../../../evm/account.js';
import type { ByteText } from '../../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { type TextEntry, TextReader } from '../reader.js';
import type { StoreName } from '../types.js';

export class MissRecordingReader extends TextReader {
  constructor(
    private readonly base: TextReader,
    private readonly misses: RemoteKey[],
  ) {
    super();
  }

  get overRemote(): boolean {
    return this.base.overRemote;
  }

  accountOf(address: ByteText): Account | undefined {
    return this.orElse(undefined, () => this.base.accountOf(address));
  }

  codeOf(hash: ByteText): Bytes | undefined {
    return this.base.codeOf(hash);
  }

  slotOf(address: ByteText, slot: ByteText): Bytes {
    return this.orElse(EMPTY_BYTES, () => this.base.slotOf(address, slot));
  }

  slotsOf(address: ByteText): readonly ByteText[] {
    return this.base.slotsOf(address);
  }

  slotsAtMostOf(address: ByteText): number {
    return this.base.slotsAtMostOf(address);
  }

  foreignBlockHash(number: bigint): Bytes | undefined {
    return this.orElse(EMPTY_BYTES, () => this.base.foreignBlockHash(number));
  }

  valueOf(store: StoreName, key: ByteText): Bytes | undefined {
    return this.base.valueOf(store, key);
  }

  entriesOf(store: StoreName, prefix: ByteText): Iterable<TextEntry> {
    return this.base.entriesOf(store, prefix);
  }

  private orElse<T>(nothing: T, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof AbsentRemote)) throw error;
      this.misses.push(error.key);
      return nothing;
    }
  }
}
