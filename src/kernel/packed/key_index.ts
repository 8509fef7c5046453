/**
 * Finds the record of a key. Hash tables of addresses with linear probing (Knuth 6.4, algorithms L and R) read the keys
 * from the records. Each address is stored with its key's hash, so that a look-up reads hardly any other key and
 * growing reads none. There are many small tables, so that none takes long to grow.
 */
import type { Bytes } from '../bytes.js';
import type { Pages } from './pages.js';

/** Address of an empty slot. No record begins at the last four bytes that an address can name. */
export const NOWHERE = 0xffff_ffff;

const TABLE_BITS = 6;
const FIRST_SLOTS = 8;

/** Number of elements of a slot: an address, then a hash. */
const SLOT = 2;

interface Table {
  slots: Uint32Array;
  size: number;
}

const emptySlots = (count: number): Uint32Array => new Uint32Array(count * SLOT).fill(NOWHERE);

export class KeyIndex {
  readonly #tables: readonly Table[] = Array.from({ length: 2 ** TABLE_BITS }, () => ({
    slots: emptySlots(FIRST_SLOTS),
    size: 0,
  }));

  constructor(private readonly pages: Pages) {}

  get size(): number {
    return this.#tables.reduce((sum, { size }) => sum + size, 0);
  }

  /** Returns the address of the key's record, or NOWHERE. */
  get(key: Bytes): number {
    const hash = hashOf(key);
    const { slots } = this.#tableOf(hash);
    return slots[this.#slotOf(slots, hash, key)] as number;
  }

  /** Sets the address of a key; returns the previous one, or NOWHERE. */
  set(key: Bytes, address: number): number {
    const hash = hashOf(key);
    const table = this.#tableOf(hash);
    const slot = this.#slotOf(table.slots, hash, key);
    const before = table.slots[slot] as number;
    table.slots[slot] = address;
    table.slots[slot + 1] = hash;
    if (before === NOWHERE && ++table.size * 3 * SLOT > table.slots.length * 2) grow(table);
    return before;
  }

  /** Deletes a key; returns its address, or NOWHERE. */
  delete(key: Bytes): number {
    const hash = hashOf(key);
    const table = this.#tableOf(hash);
    const slot = this.#slotOf(table.slots, hash, key);
    const before = table.slots[slot] as number;
    if (before === NOWHERE) return before;
    table.size--;
    vacate(table.slots, slot);
    return before;
  }

  #tableOf(hash: number): Table {
    return this.#tables[hash >>> (32 - TABLE_BITS)] as Table;
  }

  /** Returns the slot that has the key, or the one where it would be inserted. */
  #slotOf(slots: Uint32Array, hash: number, key: Bytes): number {
    const mask = slots.length - 1;
    for (let slot = homeOf(hash, mask); ; slot = (slot + SLOT) & mask) {
      const address = slots[slot] as number;
      if (address === NOWHERE || (slots[slot + 1] === hash && this.pages.hasKey(address, key))) return slot;
    }
  }
}

const homeOf = (hash: number, mask: number): number => (hash << 1) & mask;

/** Empties a slot and moves back the entries that were displaced past it. */
function vacate(slots: Uint32Array, vacant: number): void {
  const mask = slots.length - 1;
  let hole = vacant;
  for (let slot = (hole + SLOT) & mask; slots[slot] !== NOWHERE; slot = (slot + SLOT) & mask) {
    const home = homeOf(slots[slot + 1] as number, mask);
    // An entry may move when its home slot is not between the hole and its current slot.
    if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
    slots.copyWithin(hole, slot, slot + SLOT);
    hole = slot;
  }
  slots[hole] = NOWHERE;
}

function grow(table: Table): void {
  const before = table.slots;
  const slots = emptySlots((before.length / SLOT) * 2);
  const mask = slots.length - 1;
  for (let from = 0; from < before.length; from += SLOT) {
    if (before[from] === NOWHERE) continue;
    let slot = homeOf(before[from + 1] as number, mask);
    while (slots[slot] !== NOWHERE) slot = (slot + SLOT) & mask;
    slots[slot] = before[from] as number;
    slots[slot + 1] = before[from + 1] as number;
  }
  table.slots = slots;
}

/** Computes FNV-1a and mixes in its upper half. */
function hashOf(key: Bytes): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ (key[i] as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
