/**
 * Encodes fetched values on disk, under `s R`, a letter for the kind, and the key. An absent account or a zero slot has
 * an empty value, because its absence had to be fetched too.
 */

import type { Account } from '../../../evm/account.js';
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

/** Holds fetched values by key. The key of a slot is the address followed by the slot. */
export interface RememberedTables {
  readonly accounts: Map<ByteText, Account | undefined>;
  readonly codes: Map<ByteText, Bytes>;
  readonly slots: Map<ByteText, Bytes>;
  /** Maps numbers, as `numberText` writes them, to hashes of blocks. */
  readonly hashes: Map<ByteText, Bytes>;
}

const NUMBER_BYTES = 8;

/** Returns the number of a block as the text of its key. */
export const numberText = (number: bigint): ByteText => textOfBytes(bigintToBytes(number, NUMBER_BYTES));

export const noTables = (): RememberedTables => ({
  accounts: new Map(),
  codes: new Map(),
  slots: new Map(),
  hashes: new Map(),
});

export function takeIn(tables: RememberedTables, more: RememberedTables): void {
  for (const [address, account] of more.accounts) tables.accounts.set(address, account);
  for (const [hash, code] of more.codes) tables.codes.set(hash, code);
  for (const [slot, value] of more.slots) tables.slots.set(slot, value);
  for (const [number, hash] of more.hashes) tables.hashes.set(number, hash);
}

export function writesOf({ accounts, codes, slots, hashes }: RememberedTables): readonly WriteOp[] {
  const put = (kind: string, key: ByteText, value: Bytes): WriteOp => ({
    type: 'put',
    key: bytesOfText(PREFIX + kind + key),
    value,
  });
  return [
    ...[...accounts].map(([address, account]) => put(ACCOUNT, address, account ? encodeAccount(account) : EMPTY_BYTES)),
    ...[...codes].map(([hash, code]) => put(CODE, hash, code)),
    ...[...slots].map(([slot, value]) => put(SLOT, slot, value)),
    ...[...hashes].map(([number, hash]) => put(BLOCK_HASH, number, hash)),
  ];
}

/** Returns whether a record has the form that its key requires. Throws CodecError for a malformed record. */
export function isRemembered(key: Bytes, value: Bytes): boolean {
  const tables = noTables();
  readRecord(tables, key, value);
  return [...tables.codes].every(([hash, code]) => textOfBytes(keccak256(code)) === hash);
}

/** Copies the records of a store into another one. */
export async function copyRemembered(from: Store, to: Store): Promise<void> {
  const writes: WriteOp[] = [];
  for await (const [key, value] of from.entries(REMEMBERED_RANGE)) writes.push({ type: 'put', key, value });
  await to.batch(writes);
}

/** Decodes a record into the tables. Throws CodecError. */
export function readRecord(tables: RememberedTables, key: Bytes, value: Bytes): void {
  const text = textOfBytes(key).slice(PREFIX.length);
  const [kind, rest] = [text.slice(0, 1), text.slice(1)];
  if (kind === ACCOUNT) tables.accounts.set(rest, value.length === 0 ? undefined : decodeAccount(value));
  else if (kind === CODE) tables.codes.set(rest, value.slice());
  else if (kind === BLOCK_HASH) tables.hashes.set(rest, value.slice());
  else tables.slots.set(rest, value.slice());
}
