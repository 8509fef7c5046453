/**
 * Defines readers by text key, below the readers by bytes that modules see. A key becomes text once, however many
 * layers of working sets a read passes.
 */
import { type Account, EMPTY_CODE_HASH } from '../../evm/state.js';
import { type ByteText, bytesOfText, textOfBytes } from '../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { InvariantViolation } from '../../kernel/errors.js';
import { toHex } from '../../kernel/hex.js';
import { addressText, wordText } from './keys.js';
import type { StateReader, StoreName } from './types.js';

export type TextEntry = readonly [key: ByteText, value: Bytes];

export abstract class TextReader implements StateReader {
  /** Whether another chain's state is below: keys without a value here are read there. */
  abstract readonly overRemote: boolean;
  abstract accountOf(address: ByteText): Account | undefined;
  /** Returns code by its hash. It is undefined for an unknown hash. */
  abstract codeOf(hash: ByteText): Bytes | undefined;
  /** Returns a slot. It is empty when the slot is zero. */
  abstract slotOf(address: ByteText, slot: ByteText): Bytes;
  /** Returns the slots that are not zero, in no order. Slots of a forked chain are not known. */
  abstract slotsOf(address: ByteText): readonly ByteText[];
  /** Returns an upper bound of the number of slots. Slots of a forked chain are not counted. */
  abstract slotsAtMostOf(address: ByteText): number;
  abstract valueOf(store: StoreName, key: ByteText): Bytes | undefined;
  abstract foreignBlockHash(number: bigint): Bytes | undefined;
  /** Yields entries in ascending order. Writes during the iteration do not appear. */
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

/** Returns the code of an account, empty for an account without code. */
export function codeOf(state: StateReader, address: Bytes): Bytes {
  const account = state.account(address);
  return account === undefined ? EMPTY_BYTES : state.code(account.codeHash);
}
