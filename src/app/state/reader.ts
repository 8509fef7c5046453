/**
 * Readers by text key, beneath the readers by bytes that modules see: a key becomes text once, however many layers of
 * working sets a read goes through.
 */
import type { Account } from '../../evm/account.js';
import { EMPTY_CODE_HASH } from '../../evm/account.js';
import { type ByteText, bytesOfText, textOfBytes } from '../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { InvariantViolation } from '../../kernel/errors.js';
import { toHex } from '../../kernel/hex.js';
import { addressText, wordText } from './keys.js';
import type { StateReader, StoreName } from './types.js';

export type TextEntry = readonly [key: ByteText, value: Bytes];

export abstract class TextReader implements StateReader {
  /** Another chain's state lies beneath: what is not written here is read there. */
  abstract readonly overRemote: boolean;
  abstract accountOf(address: ByteText): Account | undefined;
  /** Undefined for a hash that no code has. */
  abstract codeOf(hash: ByteText): Bytes | undefined;
  /** Empty when the slot is zero. */
  abstract slotOf(address: ByteText, slot: ByteText): Bytes;
  /** Slots that are not zero, in no order; of those beneath nothing is known. */
  abstract slotsOf(address: ByteText): readonly ByteText[];
  /** How many there are at most; what lies beneath is not counted. */
  abstract slotsAtMostOf(address: ByteText): number;
  abstract valueOf(store: StoreName, key: ByteText): Bytes | undefined;
  /** Ascending; what is written while it is iterated does not appear. */
  abstract entriesOf(store: StoreName, prefix: ByteText): Iterable<TextEntry>;

  account(address: Bytes): Account | undefined {
    return this.accountOf(addressText(address));
  }

  code(codeHash: Bytes): Bytes {
    if (equalBytes(codeHash, EMPTY_CODE_HASH)) return EMPTY_BYTES;
    const code = this.codeOf(wordText(codeHash));
    if (code === undefined) throw new InvariantViolation(`the state has no code with the hash ${toHex(codeHash)}`);
    return code;
  }

  storage(address: Bytes, slot: Bytes): Bytes {
    return this.slotOf(addressText(address), wordText(slot));
  }

  get(store: StoreName, key: Bytes): Bytes | undefined {
    return this.valueOf(store, textOfBytes(key));
  }

  *entries(store: StoreName, prefix: Bytes): Iterable<readonly [key: Bytes, value: Bytes]> {
    for (const [key, value] of this.entriesOf(store, textOfBytes(prefix))) yield [bytesOfText(key), value];
  }
}
