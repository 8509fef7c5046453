/**
 * The storage that a run has accessed, with transient storage. An entry maps an account and a slot to its value when
 * the run began, its current value, and whether it is warm. One undo log records changes. The host provides the value
 * of a slot when it is first accessed.
 */
import { exchange } from './exchange';
import { WHOLE_ACCOUNTS, SLOT, SLOT_ACCOUNT, SLOT_KEY, SLOT_VALUE } from '../layout';
import { capacityOf, give, take } from './heap';
import { loadBig, storeBig } from './word';

/**
 * Size of an entry, which has the slot, the current and the original value, account and flags, and the next entry
 * of the same bucket. The next entry is its number plus one, or 0.
 */
const ENTRY: u32 = 112;
const CURRENT: usize = 32;
const ORIGINAL: usize = 64;
const ACCOUNT: usize = 96;
const FLAGS: usize = 100;
const NEXT: usize = 104;

/** Flag of an entry whose values are loaded. */
export const LOADED: u32 = 1;
export const WARM: u32 = 2;
/** Flag of an entry that was written, even if the write was undone. */
const WRITTEN: u32 = 4;

/** Flag in the account of a transient slot. */
export const TRANSIENT: u32 = 0x80000000;

/** Size of an undo record: the entry's number, the kind of change, and the value before. */
const RECORD: u32 = 40;
const VALUE: u32 = 0;
const WARMED: u32 = 1;

const FIRST_ENTRIES: u32 = 64;
const FIRST_BUCKETS: u32 = 256;
const FIRST_RECORDS: u32 = 256;

let entries: usize = 0;
let room: u32 = 0;
let count: u32 = 0;
let buckets: usize = 0;
let mask: u32 = 0;
let records: usize = 0;
let recordRoom: u32 = 0;
let recordCount: u32 = 0;

/**
 * One bit for each account, which is set when all its nonzero slots are loaded. Every other slot of such an account
 * is zero, so the host is not asked.
 */
const WHOLE_BYTES: u32 = WHOLE_ACCOUNTS / 8;
const whole: usize = memory.data(WHOLE_BYTES);

/** Sets the bit of an account, which is one of the first WHOLE_ACCOUNTS. */
export function markWhole(account: u32): void {
  const at = whole + (account >> 3);
  store<u8>(at, load<u8>(at) | <u8>(<u32>1 << (account & 7)));
}

/** Clears all bits, because the state may have gained slots. */
export function forgetWhole(): void {
  memory.fill(whole, 0, WHOLE_BYTES);
}

@inline
export function isWhole(account: u32): bool {
  return account < <u32>WHOLE_ACCOUNTS && ((load<u8>(whole + (account >> 3)) >> (account & 7)) & 1) != 0;
}

/** Adds a slot whose value is zero. A slot of an access list already has an entry (`known`). */
export function zeroSlot(account: u32, slot: usize, known: usize): usize {
  if (known == 0) return addSlot(account, slot, LOADED);
  store<u32>(known, load<u32>(known, FLAGS) | LOADED, FLAGS);
  return known;
}

/** Drops everything of an earlier run. */
export function resetSlots(): void {
  if (entries == 0) {
    entries = take(FIRST_ENTRIES * ENTRY);
    room = capacityOf(FIRST_ENTRIES * ENTRY) / ENTRY;
    buckets = take(FIRST_BUCKETS * 4);
    mask = FIRST_BUCKETS - 1;
    records = take(FIRST_RECORDS * RECORD);
    recordRoom = capacityOf(FIRST_RECORDS * RECORD) / RECORD;
    memory.fill(buckets, 0, FIRST_BUCKETS * 4);
  } else if (count > 0) memory.fill(buckets, 0, (mask + 1) * 4);
  count = 0;
  recordCount = 0;
  forgetWhole();
}

@inline
function sameWord(a: usize, b: usize): bool {
  return (
    ((load<u64>(a) ^ load<u64>(b)) |
      (load<u64>(a, 8) ^ load<u64>(b, 8)) |
      (load<u64>(a, 16) ^ load<u64>(b, 16)) |
      (load<u64>(a, 24) ^ load<u64>(b, 24))) ==
    0
  );
}

@inline
function bucketOf(account: u32, slot: usize): usize {
  let hash = (load<u64>(slot) ^ account) * 0x9e3779b97f4a7c15;
  hash = (hash ^ (hash >> 29) ^ load<u64>(slot, 8)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 32) ^ load<u64>(slot, 16)) * 0x94d049bb133111eb;
  hash = (hash ^ (hash >> 29) ^ load<u64>(slot, 24)) * 0x9e3779b97f4a7c15;
  return buckets + ((<u32>(hash >> 32) & mask) << 2);
}

/** Returns the entry of a slot, or 0 when it has none. */
export function findSlot(account: u32, slot: usize): usize {
  let number = load<u32>(bucketOf(account, slot));
  while (number != 0) {
    const entry = entries + (number - 1) * ENTRY;
    if (load<u32>(entry, ACCOUNT) == account && sameWord(entry, slot)) return entry;
    number = load<u32>(entry, NEXT);
  }
  return 0;
}

/** Adds an entry whose values are zero. */
export function addSlot(account: u32, slot: usize, flags: u32): usize {
  if (count == room) growEntries();
  if (count > mask) growBuckets();
  const entry = entries + count * ENTRY;
  memory.copy(entry, slot, 32);
  memory.fill(entry + CURRENT, 0, 64);
  store<u32>(entry, account, ACCOUNT);
  store<u32>(entry, flags, FLAGS);
  count++;
  link(entry, count);
  return entry;
}

function link(entry: usize, number: u32): void {
  const bucket = bucketOf(load<u32>(entry, ACCOUNT), entry);
  store<u32>(entry, load<u32>(bucket), NEXT);
  store<u32>(bucket, number);
}

function growEntries(): void {
  const larger = take(room * 2 * ENTRY);
  if (larger == 0) unreachable();
  memory.copy(larger, entries, count * ENTRY);
  give(entries, room * ENTRY);
  entries = larger;
  room = capacityOf(room * 2 * ENTRY) / ENTRY;
}

function growBuckets(): void {
  const size = (mask + 1) * 2;
  const larger = take(size * 4);
  if (larger == 0) unreachable();
  give(buckets, (mask + 1) * 4);
  memory.fill(larger, 0, size * 4);
  buckets = larger;
  mask = size - 1;
  for (let i: u32 = 0; i < count; i++) link(entries + i * ENTRY, i + 1);
}

function record(kind: u32, entry: usize): void {
  if (recordCount == recordRoom) {
    const larger = take(recordRoom * 2 * RECORD);
    if (larger == 0) unreachable();
    memory.copy(larger, records, recordCount * RECORD);
    give(records, recordRoom * RECORD);
    records = larger;
    recordRoom = capacityOf(recordRoom * 2 * RECORD) / RECORD;
  }
  const at = records + recordCount * RECORD;
  store<u32>(at, <u32>(entry - entries) / ENTRY);
  store<u32>(at, kind, 4);
  memory.copy(at + 8, entry + CURRENT, 32);
  recordCount++;
}

export function undoMark(): u32 {
  return recordCount;
}

/** Reverts changes until the undo log has this length. */
export function undoTo(mark: u32): void {
  while (recordCount > mark) {
    recordCount--;
    const at = records + recordCount * RECORD;
    const entry = entries + load<u32>(at) * ENTRY;
    if (load<u32>(at, 4) == VALUE) memory.copy(entry + CURRENT, at + 8, 32);
    else store<u32>(entry, load<u32>(entry, FLAGS) & ~WARM, FLAGS);
  }
}

@inline
export function currentOf(entry: usize): usize {
  return entry + CURRENT;
}

@inline
export function originalOf(entry: usize): usize {
  return entry + ORIGINAL;
}

@inline
export function isFlagged(entry: usize, flag: u32): bool {
  return (load<u32>(entry, FLAGS) & flag) != 0;
}

export function warmSlot(entry: usize): void {
  record(WARMED, entry);
  store<u32>(entry, load<u32>(entry, FLAGS) | WARM, FLAGS);
}

export function writeSlot(entry: usize, value: usize): void {
  record(VALUE, entry);
  memory.copy(entry + CURRENT, value, 32);
  store<u32>(entry, load<u32>(entry, FLAGS) | WRITTEN, FLAGS);
}

function entryOf(account: u32, flags: u32): usize {
  const slot = exchange + SLOT;
  loadBig(exchange + SLOT_KEY, slot);
  const known = findSlot(account, slot);
  return known == 0 ? addSlot(account, slot, flags) : known;
}

/** Stores the state's value SLOT_VALUE of the slot SLOT_KEY. */
export function provideSlot(account: u32): void {
  const entry = entryOf(account, 0);
  loadBig(exchange + SLOT_VALUE, entry + CURRENT);
  memory.copy(entry + ORIGINAL, entry + CURRENT, 32);
  store<u32>(entry, load<u32>(entry, FLAGS) | LOADED, FLAGS);
}

/** Marks the slot SLOT_KEY as warm. */
export function accessSlot(account: u32): void {
  const entry = entryOf(account, WARM);
  store<u32>(entry, load<u32>(entry, FLAGS) | WARM, FLAGS);
}

/** Replaces the value of an entry with SLOT_VALUE, after the host itself changed the state. */
export function replaceSlot(number: u32): void {
  const entry = entries + number * ENTRY;
  record(VALUE, entry);
  loadBig(exchange + SLOT_VALUE, entry + CURRENT);
}

/** Copies the known value of SLOT_KEY to SLOT_VALUE. Returns false when it is not loaded. */
export function lookUpSlot(account: u32): bool {
  const slot = exchange + SLOT;
  loadBig(exchange + SLOT_KEY, slot);
  const entry = findSlot(account, slot);
  if (entry == 0 || !isFlagged(entry, LOADED)) return false;
  storeBig(entry + CURRENT, exchange + SLOT_VALUE);
  return true;
}

/**
 * Finds the next entry, from this number on, that is loaded, or with `isChanged` that was changed. Copies it to
 * SLOT_KEY, SLOT_VALUE and SLOT_ACCOUNT. Returns its number plus one, or 0.
 */
export function nextSlot(from: u32, isChanged: bool): u32 {
  for (let i = from; i < count; i++) {
    const entry = entries + i * ENTRY;
    const flags = load<u32>(entry, FLAGS);
    if ((flags & LOADED) == 0 || (load<u32>(entry, ACCOUNT) & TRANSIENT) != 0) continue;
    if (isChanged && ((flags & WRITTEN) == 0 || sameWord(entry + CURRENT, entry + ORIGINAL))) continue;
    storeBig(entry, exchange + SLOT_KEY);
    storeBig(entry + CURRENT, exchange + SLOT_VALUE);
    store<u32>(exchange, load<u32>(entry, ACCOUNT), SLOT_ACCOUNT);
    return i + 1;
  }
  return 0;
}
