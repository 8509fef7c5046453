/** Compares accounts, and encodes them for the trie and for the disk. */

import { decodeRlp, type RlpItem, uintFromRlp } from '../../codec/ethereum/rlp.js';
import { CodecError } from '../../codec/protobuf/index.js';
import { type Account, EMPTY_CODE_HASH } from '../../evm/state.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import {
  LIST_HEADER_BYTES,
  writeBytes,
  writeListHeaderBefore,
  writeString,
  writeStringHeader,
  writeUint,
} from './rlp_writer.js';
import { trieRoot, type ValueWriter } from './trie/hash.js';
import type { Trie } from './trie/node.js';

export function sameAccount(a: Account | undefined, b: Account | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.nonce === b.nonce && a.balance === b.balance && equalBytes(a.codeHash, b.codeHash);
}

/** Value of the trie of accounts: the account with the trie of its storage. */
export class TrieAccount {
  readonly storageRoot: Bytes;

  constructor(
    readonly account: Account,
    readonly storage: Trie<Bytes>,
  ) {
    this.storageRoot = trieRoot(storage, SLOT_WRITER);
  }
}

/** Room for the longest list of an account: header, nonce 33, balance 33, two hashes of 33. */
const body = new Uint8Array(256);

/** Writes [nonce, balance, storageRoot, codeHash], Yellow Paper section 4.1. */
export const ACCOUNT_WRITER: ValueWriter<TrieAccount> = {
  writeValue(out, at, { account, storageRoot }) {
    let end = writeUint(body, LIST_HEADER_BYTES, account.nonce);
    end = writeUint(body, end, account.balance);
    end = writeString(body, end, storageRoot);
    end = writeString(body, end, account.codeHash);
    const start = writeListHeaderBefore(body, LIST_HEADER_BYTES, end);
    const from = writeStringHeader(out, at, end - start);
    return writeBytes(out, from, body.subarray(start, end));
  },
};

/** Writes the RLP of the value inside an RLP string. */
export const SLOT_WRITER: ValueWriter<Bytes> = {
  writeValue(out, at, value) {
    const isItself = value.length === 1 && (value[0] as number) < 0x80;
    const from = isItself ? at : writeStringHeader(out, at, value.length + 1);
    return writeString(out, from, value);
  },
};

/** Encodes an account for the disk: [nonce, balance], and the code hash when there is code. */
export function encodeAccount(account: Account): Bytes {
  let end = writeUint(body, LIST_HEADER_BYTES, account.nonce);
  end = writeUint(body, end, account.balance);
  if (!equalBytes(account.codeHash, EMPTY_CODE_HASH)) end = writeString(body, end, account.codeHash);
  return body.slice(writeListHeaderBefore(body, LIST_HEADER_BYTES, end), end);
}

/** Decodes an account. Throws CodecError when the bytes are no account. */
export function decodeAccount(bytes: Bytes): Account {
  const items = decodeRlp(bytes);
  if (items instanceof Uint8Array) throw new CodecError('an account must be a list');
  const [nonce, balance, codeHash] = items;
  if (nonce === undefined || balance === undefined || items.length > 3 || !isCodeHash(codeHash))
    throw new CodecError('an account must be a list of nonce, balance and an optional code hash of 32 bytes');
  // The code hash is copied, because the bytes may be a view into a larger array.
  return { nonce: uintFromRlp(nonce), balance: uintFromRlp(balance), codeHash: codeHash?.slice() ?? EMPTY_CODE_HASH };
}

const isCodeHash = (item: RlpItem | undefined): item is Bytes | undefined =>
  item === undefined || (item instanceof Uint8Array && item.length === EMPTY_CODE_HASH.length);
