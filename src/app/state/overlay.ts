/**
 * Implements a working set: writes on top of a reader, with a journal of what each write replaced. A checkpoint is a
 * position in the journal. A revert undoes one write at a time, so both cost no more than what changed.
 */
import type { Event } from '../../abci/application.js';
import { type Account, EMPTY_ACCOUNT, EMPTY_CODE_HASH } from '../../evm/state.js';
import { type ByteText, bytesOfText, textOfBytes } from '../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { InvariantViolation } from '../../kernel/errors.js';
import { keccak256 } from '../../kernel/hash.js';
import { MAX_UINT256 } from '../../kernel/uint256.js';
import { addressText, WORD_BYTES, wordText } from './keys.js';
import { type TextEntry, TextReader } from './reader.js';
import type { Fork, StoreName } from './types.js';

/** Mark of a deleted key in a table. */
export const DELETED = Symbol('deleted');
export type Written<V> = Map<ByteText, V | typeof DELETED>;

/** Value of a mark. It is never read. */
const WHOLLY_LOCAL = Uint8Array.of(1);

interface JournalEntry {
  readonly table: Map<ByteText, unknown>;
  readonly key: ByteText;
  /** `undefined` when the table had no such key. */
  readonly before: unknown;
}

/** Keys of a store's writes, ascending. */
interface SortedKeys {
  /** Includes keys whose writes have been undone. */
  readonly keys: ByteText[];
  /** Number of entries of the journal whose keys are included. */
  end: number;
}

/** Returns the index of the first key that is not below `key`. */
function placeOf(keys: readonly ByteText[], key: ByteText): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as ByteText) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Merges `writes` over `below`. A write replaces the entry with its key, and deletes it when the write has no value.
 */
function* mergeEntries(
  below: Iterable<TextEntry>,
  writes: readonly (readonly [ByteText, Bytes | undefined])[],
): Iterable<TextEntry> {
  let next = 0;
  for (const entry of below) {
    let overwritten = false;
    for (let write = writes[next]; write !== undefined && write[0] <= entry[0]; write = writes[++next]) {
      if (write[0] === entry[0]) overwritten = true;
      if (write[1] !== undefined) yield [write[0], write[1]];
    }
    if (!overwritten) yield entry;
  }
  for (const [key, value] of writes.slice(next)) if (value !== undefined) yield [key, value];
}

export class Overlay extends TextReader implements Fork {
  readonly accounts: Written<Account> = new Map();
  readonly codes: Map<ByteText, Bytes> = new Map();
  /** Slots of each account; inner tables are created on first use. An empty value is zero. */
  readonly slots: Map<ByteText, Map<ByteText, Bytes>> = new Map();
  readonly stores: Map<StoreName, Written<Bytes>> = new Map();
  /**
   * Accounts through whose storage the forked chain's state no longer shows; `undefined` unless the base is over a
   * forked chain.
   */
  readonly whollyLocal: Map<ByteText, Bytes> | undefined;
  /** Events by number, so that the journal also undoes events. */
  private readonly events: Map<ByteText, Event> = new Map();
  private readonly journal: JournalEntry[] = [];
  private readonly sorted: Map<StoreName, SortedKeys> = new Map();
  private writes = 0;

  constructor(private readonly base: TextReader) {
    super();
    this.whollyLocal = base.overRemote ? new Map() : undefined;
  }

  /** Reader that the writes are on top of. */
  get below(): TextReader {
    return this.base;
  }

  get overRemote(): boolean {
    return this.whollyLocal !== undefined;
  }

  /** Number that increases with every write and every revert. */
  get revision(): number {
    return this.writes;
  }

  accountOf(address: ByteText): Account | undefined {
    const own = this.accounts.get(address);
    if (own === undefined) return this.base.accountOf(address);
    return own === DELETED ? undefined : own;
  }

  codeOf(hash: ByteText): Bytes | undefined {
    return this.codes.get(hash) ?? this.base.codeOf(hash);
  }

  slotOf(address: ByteText, slot: ByteText): Bytes {
    const own = this.slots.get(address)?.get(slot);
    if (own !== undefined) return own;
    return this.whollyLocal?.has(address) ? EMPTY_BYTES : this.base.slotOf(address, slot);
  }

  slotsOf(address: ByteText): readonly ByteText[] {
    const below = this.base.slotsOf(address);
    const own = this.slots.get(address);
    if (own === undefined) return below;
    const found = below.filter((slot) => !own.has(slot));
    for (const [slot, value] of own) if (value.length > 0) found.push(slot);
    return found;
  }

  slotsAtMostOf(address: ByteText): number {
    return (this.slots.get(address)?.size ?? 0) + this.base.slotsAtMostOf(address);
  }

  foreignBlockHash(number: bigint): Bytes | undefined {
    return this.base.foreignBlockHash(number);
  }

  valueOf(store: StoreName, key: ByteText): Bytes | undefined {
    const own = this.stores.get(store)?.get(key);
    if (own === undefined) return this.base.valueOf(store, key);
    return own === DELETED ? undefined : own;
  }

  entriesOf(store: StoreName, prefix: ByteText): Iterable<TextEntry> {
    const below = this.base.entriesOf(store, prefix);
    const own = this.stores.get(store);
    if (own === undefined || own.size === 0) return below;
    const writes: (readonly [ByteText, Bytes | undefined])[] = [];
    const keys = this.sortedKeys(store, own);
    for (let at = placeOf(keys, prefix); keys[at]?.startsWith(prefix) === true; at++) {
      const key = keys[at] as ByteText;
      const value = own.get(key);
      if (value !== undefined) writes.push([key, value === DELETED ? undefined : value]);
    }
    return writes.length === 0 ? below : mergeEntries(below, writes);
  }

  /** Returns the keys of writes in their order. A loop that lists and writes sorts each key once. */
  private sortedKeys(store: StoreName, own: Written<Bytes>): readonly ByteText[] {
    const { journal } = this;
    const known = this.sorted.get(store);
    if (known === undefined) {
      const keys = [...own.keys()].sort();
      this.sorted.set(store, { keys, end: journal.length });
      return keys;
    }
    for (; known.end < journal.length; known.end++) {
      const { table, key, before } = journal[known.end] as JournalEntry;
      if (before !== undefined || (table as unknown) !== own) continue;
      const at = placeOf(known.keys, key);
      if (known.keys[at] !== key) known.keys.splice(at, 0, key);
    }
    return known.keys;
  }

  setAccount(address: Bytes, account: Account | undefined): void {
    const key = addressText(address);
    if (account === undefined) this.clearSlots(key);
    else if (account.nonce < 0n || account.balance < 0n)
      throw new InvariantViolation(`an account has nonce ${account.nonce} and balance ${account.balance}`);
    // This is not a bug: contracts can cause it where balances near the limit were set. It fails only the transaction.
    else if (account.balance > MAX_UINT256) throw new RangeError('a balance of 2^256 or more');
    this.put(this.accounts, key, account ?? DELETED);
  }

  setCode(code: Bytes): Bytes {
    if (code.length === 0) return EMPTY_CODE_HASH;
    const hash = keccak256(code);
    const key = wordText(hash);
    if (this.codeOf(key) === undefined) this.put(this.codes, key, code.slice());
    return hash;
  }

  /** Writes a slot. It creates an empty account where there is none, as geth does. */
  setStorage(address: Bytes, slot: Bytes, value: Bytes): void {
    const key = addressText(address);
    const minimal = withoutLeadingZeros(value);
    if (this.overRemote) this.takeOver(key);
    if (minimal.length > 0 && this.accountOf(key) === undefined) this.put(this.accounts, key, EMPTY_ACCOUNT);
    this.putSlot(key, wordText(slot), minimal);
  }

  clearStorage(address: Bytes): void {
    this.clearSlots(addressText(address));
  }

  /** Writes a value. Neither key nor value may be empty, because ICS-23 cannot prove an empty one. */
  set(store: StoreName, key: Bytes, value: Bytes): void {
    if (key.length === 0 || value.length === 0)
      throw new InvariantViolation(`the store "${store}" was given an empty ${key.length === 0 ? 'key' : 'value'}`);
    this.put(this.storeTable(store), textOfBytes(key), value.slice());
  }

  delete(store: StoreName, key: Bytes): void {
    this.put(this.storeTable(store), textOfBytes(key), DELETED);
  }

  checkpoint(): number {
    return this.journal.length;
  }

  revertTo(checkpoint: number): void {
    if (checkpoint > this.journal.length)
      throw new InvariantViolation(`checkpoint ${checkpoint} is ahead of the journal's ${this.journal.length} writes`);
    this.writes++;
    while (this.journal.length > checkpoint) {
      const { table, key, before } = this.journal.pop() as JournalEntry;
      if (before === undefined) table.delete(key);
      else table.set(key, before);
    }
    for (const known of this.sorted.values()) known.end = Math.min(known.end, checkpoint);
  }

  emit(event: Event): void {
    this.put(this.events, String(this.events.size), event);
  }

  get emitted(): number {
    return this.events.size;
  }

  eventsSince(count: number): readonly Event[] {
    const since: Event[] = [];
    for (let at = count; at < this.events.size; at++) since.push(this.events.get(String(at)) as Event);
    return since;
  }

  copy(): Overlay {
    const copy = new Overlay(this.base);
    fill(copy.accounts, this.accounts);
    fill(copy.codes, this.codes);
    if (copy.whollyLocal !== undefined && this.whollyLocal !== undefined) fill(copy.whollyLocal, this.whollyLocal);
    for (const [address, slots] of this.slots) copy.slots.set(address, new Map(slots));
    for (const [store, table] of this.stores) copy.stores.set(store, new Map(table));
    return copy;
  }

  *changedAddresses(): Iterable<Bytes> {
    for (const key of this.accounts.keys()) yield bytesOfText(key);
    for (const key of this.slots.keys()) if (!this.accounts.has(key)) yield bytesOfText(key);
  }

  *changedSlots(address: Bytes): Iterable<Bytes> {
    for (const slot of this.slots.get(addressText(address))?.keys() ?? []) yield bytesOfText(slot);
  }

  *addressesSince(checkpoint: number): Iterable<Bytes> {
    const seen = new Set<ByteText>();
    for (const { table, key } of this.journal.slice(checkpoint)) {
      if ((table as unknown) !== this.accounts || seen.has(key)) continue;
      seen.add(key);
      yield bytesOfText(key);
    }
  }

  *slotsSince(checkpoint: number): Iterable<readonly [address: Bytes, slot: Bytes]> {
    const seen = new Map<object, Set<ByteText>>();
    for (const { table, key } of this.journal.slice(checkpoint)) {
      let keys = seen.get(table);
      if (keys === undefined) {
        keys = new Set();
        seen.set(table, keys);
      }
      keys.add(key);
    }
    for (const [address, table] of this.slots)
      for (const slot of seen.get(table) ?? []) yield [bytesOfText(address), bytesOfText(slot)];
  }

  slotsAtMost(address: Bytes): number {
    return this.overRemote ? Number.POSITIVE_INFINITY : this.slotsAtMostOf(addressText(address));
  }

  slotsOfAccount(address: Bytes): readonly Bytes[] {
    return this.slotsOf(addressText(address)).map(bytesOfText);
  }

  private clearSlots(address: ByteText): void {
    for (const slot of this.slotsOf(address)) this.putSlot(address, slot, EMPTY_BYTES);
    if (this.whollyLocal !== undefined) this.put(this.whollyLocal, address, WHOLLY_LOCAL);
  }

  /**
   * Copies an account of the forked chain into this state with its first slot, because storage is committed with its
   * account.
   */
  private takeOver(address: ByteText): void {
    const account = this.accounts.has(address) ? undefined : this.base.accountOf(address);
    if (account !== undefined) this.put(this.accounts, address, account);
  }

  private putSlot(address: ByteText, slot: ByteText, value: Bytes): void {
    let table = this.slots.get(address);
    if (table === undefined) {
      table = new Map();
      this.slots.set(address, table);
    }
    this.put(table, slot, value);
  }

  private storeTable(store: StoreName): Written<Bytes> {
    let table = this.stores.get(store);
    if (table === undefined) {
      table = new Map();
      this.stores.set(store, table);
    }
    return table;
  }

  private put<V>(table: Map<ByteText, V>, key: ByteText, value: V): void {
    this.writes++;
    this.journal.push({ table: table as Map<ByteText, unknown>, key, before: table.get(key) });
    table.set(key, value);
  }
}

function fill<V>(table: Map<ByteText, V>, from: ReadonlyMap<ByteText, V>): void {
  for (const [key, value] of from) table.set(key, value);
}

/** Returns a copy, because interpreters pass views of memory that they overwrite later. */
function withoutLeadingZeros(value: Bytes): Bytes {
  if (value.length > WORD_BYTES)
    throw new InvariantViolation(`a slot's value has ${value.length} bytes, at most 32 fit`);
  let start = 0;
  while (start < value.length && value[start] === 0) start++;
  return start === value.length ? EMPTY_BYTES : value.slice(start);
}
