/**
 * Encodes fetched values on disk, under `s R`, a letter for the kind, and the key. An absent account or a zero slot has
 * an empty value, because its absence had to be fetched too.
 */

import type { Account } from '../../../evm/state.js';
import { type ByteText, bytesOfText, textOfBytes } from '../../../kernel/byte_text.js';
import { type Bytes, bigintToBytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import type { Store, WriteOp } from '../../../storage/store.js';
import { decodeAccount, encodeAccount } from '../account.js';

const PREFIX = 'sR';
const ACCOUNT = 'a';
const CODE = 'c';
const SLOT = 'o';
const BLOCK_HASH = 'h';

export const REMEMBERED_RANGE = { gte: bytesOfText(PREFIX), lt: bytesOfText('sS') } as const;

/** Remembered value: code, a slot, a hash, or an account, which may be absent. */
export type RememberedValue = Bytes | { readonly account: Account | undefined };
/** Fetched values by the kind and the key. */
export type RememberedValues = ReadonlyMap<ByteText, RememberedValue>;

const NUMBER_BYTES = 8;

// These functions make the names of values.

export const accountName = (address: ByteText): ByteText => ACCOUNT + address;
export const codeName = (hash: ByteText): ByteText => CODE + hash;
export const slotName = (address: ByteText, slot: ByteText): ByteText => SLOT + address + slot;
export const blockHashName = (number: bigint): ByteText =>
  BLOCK_HASH + textOfBytes(bigintToBytes(number, NUMBER_BYTES));

export const recordKey = (name: ByteText): Bytes => bytesOfText(PREFIX + name);

export const writesOf = (values: RememberedValues): readonly WriteOp[] =>
  [...values].map(([name, value]) => ({ type: 'put', key: recordKey(name), value: encoded(value) }));

function encoded(value: RememberedValue): Bytes {
  if (value instanceof Uint8Array) return value;
  return value.account === undefined ? EMPTY_BYTES : encodeAccount(value.account);
}

/** Returns whether a record has the form that its key requires. Throws CodecError for a malformed record. */
export function isRemembered(key: Bytes, value: Bytes): boolean {
  const name = nameOf(key);
  const decoded = decodedValue(name, value);
  if (!name.startsWith(CODE) || !(decoded instanceof Uint8Array)) return true;
  return codeName(textOfBytes(keccak256(decoded))) === name;
}

/** Copies the records of a store into another one. */
export async function copyRemembered(from: Store, to: Store): Promise<void> {
  const writes: WriteOp[] = [];
  for await (const [key, value] of from.entries(REMEMBERED_RANGE)) writes.push({ type: 'put', key, value });
  await to.batch(writes);
}

/** Returns the name of the value that a record's key names. */
export const nameOf = (key: Bytes): ByteText => textOfBytes(key).slice(PREFIX.length);

/** Decodes the value of a record. Throws CodecError. */
export function decodedValue(name: ByteText, value: Bytes): RememberedValue {
  if (!name.startsWith(ACCOUNT)) return value.slice();
  return { account: value.length === 0 ? undefined : decodeAccount(value) };
}
