/**
 * Where the record of a key is: hash tables of addresses with linear probing (Knuth 6.4, algorithms L and R), which read
 * the keys where the records are. There are many small ones, so that none takes long to grow.
 */
import type { Bytes } from '../bytes.js';
import type { Pages } from './pages.js';

/** No record begins at the last four bytes that an address can tell. */
export const NOWHERE = 0xffff_ffff;

const TABLE_BITS = 6;
const FIRST_SLOTS = 8;

interface Table {
  slots: Uint32Array;
  size: number;
}

const emptySlots = (count: number): Uint32Array => new Uint32Array(count).fill(NOWHERE);

export class KeyIndex {
  readonly #tables: readonly Table[] = Array.from({ length: 2 ** TABLE_BITS }, () => ({
    slots: emptySlots(FIRST_SLOTS),
    size: 0,
  }));

  constructor(private readonly pages: Pages) {}

  get size(): number {
    return this.#tables.reduce((sum, { size }) => sum + size, 0);
  }

  /** The address of the key's record, or NOWHERE. */
  get(key: Bytes): number {
    const hash = hashOf(key);
    const { slots } = this.#tableOf(hash);
    return slots[this.#slotOf(slots, hash, key)] as number;
  }

  /** Returns what was there, or NOWHERE. */
  set(key: Bytes, address: number): number {
    const hash = hashOf(key);
    const table = this.#tableOf(hash);
    const slot = this.#slotOf(table.slots, hash, key);
    const before = table.slots[slot] as number;
    table.slots[slot] = address;
    if (before === NOWHERE && ++table.size * 3 > table.slots.length * 2) this.#grow(table);
    return before;
  }

  /** Returns what was there, or NOWHERE. */
  delete(key: Bytes): number {
    const hash = hashOf(key);
    const table = this.#tableOf(hash);
    const slot = this.#slotOf(table.slots, hash, key);
    const before = table.slots[slot] as number;
    if (before === NOWHERE) return before;
    table.size--;
    this.#vacate(table.slots, slot);
    return before;
  }

  /** In no order. */
  *addresses(): Iterable<number> {
    for (const { slots } of this.#tables) for (const address of slots) if (address !== NOWHERE) yield address;
  }

  #tableOf(hash: number): Table {
    return this.#tables[hash >>> (32 - TABLE_BITS)] as Table;
  }

  /** The slot that has the key, or the one that it would have. */
  #slotOf(slots: Uint32Array, hash: number, key: Bytes): number {
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const address = slots[slot] as number;
      if (address === NOWHERE || this.pages.hasKey(address, key)) return slot;
    }
  }

  /** What was pushed on past the slot moves up. */
  #vacate(slots: Uint32Array, vacant: number): void {
    const mask = slots.length - 1;
    let hole = vacant;
    for (let slot = (hole + 1) & mask; slots[slot] !== NOWHERE; slot = (slot + 1) & mask) {
      const address = slots[slot] as number;
      const home = hashOf(this.pages.key(address)) & mask;
      // It may move when its home is not between the hole and where it is.
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      slots[hole] = address;
      hole = slot;
    }
    slots[hole] = NOWHERE;
  }

  #grow(table: Table): void {
    const slots = emptySlots(table.slots.length * 2);
    const mask = slots.length - 1;
    for (const address of table.slots) {
      if (address === NOWHERE) continue;
      let slot = hashOf(this.pages.key(address)) & mask;
      while (slots[slot] !== NOWHERE) slot = (slot + 1) & mask;
      slots[slot] = address;
    }
    table.slots = slots;
  }
}

/** FNV-1a, with its upper half mixed in. */
function hashOf(key: Bytes): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ (key[i] as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
