/**
 * Reads a state of the time before this chain's first block: accounts, code and storage from elsewhere, and everything
 * else from a state of this chain. It serves calls, and nothing is committed on top of it.
 */
import type { Account } from '../../evm/state.js';
import { type ByteText, bytesOfText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { type TextEntry, TextReader } from './reader.js';
import type { StateReader, StoreName } from './types.js';

/** Source of the values. */
export interface PastAccounts {
  account(address: Bytes): Account | undefined;
  code(codeHash: Bytes): Bytes | undefined;
  /** Returns a slot without leading zeros. */
  slot(address: Bytes, slot: Bytes): Bytes;
  /** Returns the hash of an earlier block, or no bytes. */
  blockHash(number: bigint): Bytes;
}

export class PastReader extends TextReader {
  private readonly base: TextReader;

  constructor(
    private readonly past: PastAccounts,
    base: StateReader,
  ) {
    super();
    invariant(base instanceof TextReader, 'a past state needs a reader of this state');
    this.base = base;
  }

  /** The slots of an account cannot be listed, as on a forked chain. */
  get overRemote(): boolean {
    return true;
  }

  accountOf(address: ByteText): Account | undefined {
    return this.past.account(bytesOfText(address));
  }

  codeOf(hash: ByteText): Bytes | undefined {
    return this.past.code(bytesOfText(hash)) ?? this.base.codeOf(hash);
  }

  slotOf(address: ByteText, slot: ByteText): Bytes {
    return this.past.slot(bytesOfText(address), bytesOfText(slot));
  }

  slotsOf(): readonly ByteText[] {
    return [];
  }

  slotsAtMostOf(): number {
    return 0;
  }

  foreignBlockHash(number: bigint): Bytes | undefined {
    return this.past.blockHash(number);
  }

  valueOf(store: StoreName, key: ByteText): Bytes | undefined {
    return this.base.valueOf(store, key);
  }

  entriesOf(store: StoreName, prefix: ByteText): Iterable<TextEntry> {
    return this.base.entriesOf(store, prefix);
  }
}
