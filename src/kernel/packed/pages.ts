/**
 * Stores keys and values one after the other in large pages of bytes. A record costs its bytes and six more; as a
 * separate array it would cost some two hundred. A record has a fixed address until it is freed. A freed record leaves
 * a hole, and the caller, which knows the live records, must clean a page that is half holes.
 *
 * A record is: key length in two bytes, value length in four, key, value. The next one begins at a multiple of four
 * bytes.
 */
import type { Bytes } from '../bytes.js';
import { invariant } from '../errors.js';

const PAGE_BITS = 18;
const PAGE_BYTES = 1 << PAGE_BITS;
/** Unit of offsets: an address is a page number and the offset in the page, in units of four bytes. */
const UNIT_BITS = 2;
const PLACE_BITS = PAGE_BITS - UNIT_BITS;
const PLACE_MASK = (1 << PLACE_BITS) - 1;
const MAX_PAGES = 2 ** (32 - PLACE_BITS);
/** Largest record that shares a page. A larger one gets a page of its own size. */
const MAX_SHARING_BYTES = PAGE_BYTES / 2;

const HEADER_BYTES = 6;
const MAX_KEY_BYTES = 0xffff;

interface Page {
  readonly bytes: Bytes;
  /** Offset of the next record. */
  used: number;
  /** Number of bytes of live records. */
  live: number;
}

const recordBytes = (keyLength: number, valueLength: number): number =>
  (HEADER_BYTES + keyLength + valueLength + 3) & ~3;

const keyLengthAt = (bytes: Bytes, at: number): number => ((bytes[at] as number) << 8) | (bytes[at + 1] as number);

const valueLengthAt = (bytes: Bytes, at: number): number =>
  (bytes[at + 2] as number) * 0x1_00_00_00 +
  (((bytes[at + 3] as number) << 16) | ((bytes[at + 4] as number) << 8) | (bytes[at + 5] as number));

const addressOf = (number: number, at: number): number => ((number << PLACE_BITS) | (at >>> UNIT_BITS)) >>> 0;
const placeOf = (address: number): number => (address & PLACE_MASK) << UNIT_BITS;

export class Pages {
  readonly #pages: (Page | undefined)[] = [];
  /** Numbers of dropped pages. */
  readonly #vacant: number[] = [];
  /** Pages that are at least half holes, except the one that is being filled. */
  readonly #sparse = new Set<number>();
  /** Page to which small records are added. */
  #tail = -1;

  /** Adds a record and returns its address. */
  add(key: Bytes, value: Bytes): number {
    invariant(key.length <= MAX_KEY_BYTES, `a key of ${key.length} bytes is longer than ${MAX_KEY_BYTES}`);
    const size = recordBytes(key.length, value.length);
    const number = size > MAX_SHARING_BYTES ? this.#open(size) : this.#withRoom(size);
    const page = this.#pages[number] as Page;
    const at = page.used;
    write(page.bytes, at, key, value);
    page.used += size;
    page.live += size;
    return addressOf(number, at);
  }

  /** Frees a record. */
  free(address: number): void {
    const number = address >>> PLACE_BITS;
    const page = this.#pages[number] as Page;
    const at = placeOf(address);
    page.live -= recordBytes(keyLengthAt(page.bytes, at), valueLengthAt(page.bytes, at));
    if (number !== this.#tail) this.#weigh(number);
  }

  /** Page whose live records the caller should add again and free; `undefined` when there is none. */
  get sparse(): number | undefined {
    return this.#sparse.values().next().value;
  }

  /** Returns the addresses of a page's records, including freed ones. */
  addresses(number: number): readonly number[] {
    const { bytes, used } = this.#pages[number] as Page;
    const found: number[] = [];
    for (let at = 0; at < used; at += recordBytes(keyLengthAt(bytes, at), valueLengthAt(bytes, at)))
      found.push(addressOf(number, at));
    return found;
  }

  /** Returns a copy of the record's key. */
  key(address: number): Bytes {
    const { bytes } = this.#pages[address >>> PLACE_BITS] as Page;
    const at = placeOf(address);
    return bytes.slice(at + HEADER_BYTES, at + HEADER_BYTES + keyLengthAt(bytes, at));
  }

  /** Returns a copy of the record's value. */
  value(address: number): Bytes {
    const { bytes } = this.#pages[address >>> PLACE_BITS] as Page;
    const at = placeOf(address);
    const start = at + HEADER_BYTES + keyLengthAt(bytes, at);
    return bytes.slice(start, start + valueLengthAt(bytes, at));
  }

  hasKey(address: number, key: Bytes): boolean {
    const { bytes } = this.#pages[address >>> PLACE_BITS] as Page;
    const at = placeOf(address);
    if (keyLengthAt(bytes, at) !== key.length) return false;
    const start = at + HEADER_BYTES;
    // The comparison starts at the end, because keys of one kind share a prefix.
    for (let i = key.length - 1; i >= 0; i--) if (bytes[start + i] !== key[i]) return false;
    return true;
  }

  /** Returns the bytes of all pages (`held`), and those of live records (`live`). */
  get size(): { readonly held: number; readonly live: number } {
    let held = 0;
    let live = 0;
    for (const page of this.#pages) {
      held += page?.bytes.length ?? 0;
      live += page?.live ?? 0;
    }
    return { held, live };
  }

  #withRoom(size: number): number {
    const full = this.#tail;
    const tail = this.#pages[full];
    if (tail !== undefined && tail.used + size <= PAGE_BYTES) return full;
    this.#tail = this.#open(PAGE_BYTES);
    if (tail !== undefined) this.#weigh(full);
    return this.#tail;
  }

  #weigh(number: number): void {
    const { used, live } = this.#pages[number] as Page;
    if (live === 0) this.#drop(number);
    else if (live * 2 < used) this.#sparse.add(number);
  }

  #open(length: number): number {
    const number = this.#vacant.pop() ?? this.#pages.length;
    invariant(number < MAX_PAGES, `a packed map has at most ${MAX_PAGES} pages`);
    this.#pages[number] = { bytes: new Uint8Array(length), used: 0, live: 0 };
    return number;
  }

  #drop(number: number): void {
    this.#pages[number] = undefined;
    this.#sparse.delete(number);
    this.#vacant.push(number);
  }
}

function write(bytes: Bytes, at: number, key: Bytes, value: Bytes): void {
  bytes[at] = key.length >>> 8;
  bytes[at + 1] = key.length;
  bytes[at + 2] = value.length >>> 24;
  bytes[at + 3] = value.length >>> 16;
  bytes[at + 4] = value.length >>> 8;
  bytes[at + 5] = value.length;
  bytes.set(key, at + HEADER_BYTES);
  bytes.set(value, at + HEADER_BYTES + key.length);
}
