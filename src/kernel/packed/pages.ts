/**
 * Stores keys and values one after the other in large pages of bytes. A record costs its bytes and six more; as a
 * separate array it would cost some two hundred. A record has a fixed address until it is freed. A freed record leaves
 * a hole, and the caller, which knows the live records, must clean a page that is half holes.
 *
 * A record is: key length in two bytes, value length in four, key, value. The next one begins at a multiple of four
 * bytes.
 *
 * With an overflow, the oldest pages move there when those in memory exceed its limit. Records are read from there one
 * at a time.
 */
import type { Bytes } from '../bytes.js';
import { invariant } from '../errors.js';
import type { Overflow } from './overflow.js';

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

/** Bytes of one read from the overflow. Most records are shorter; a longer one takes a second read. */
const WINDOW_BYTES = 1024;

interface Page {
  /** `undefined` while the page is in the overflow, and after it was dropped. */
  bytes: Bytes | undefined;
  /** Place in the overflow. */
  place: number | undefined;
  readonly length: number;
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
  /** Full pages in memory, the oldest first. Some may have been dropped. */
  readonly #full = new Set<Page>();
  /** Bytes of all pages in memory. */
  #held = 0;
  /** Beginning of the record that was read last from the overflow. */
  #window = new Uint8Array(WINDOW_BYTES);
  #windowPage: Page | undefined;
  #windowAt = 0;

  constructor(private readonly overflow?: Overflow) {}

  /** Adds a record and returns its address. */
  add(key: Bytes, value: Bytes): number {
    invariant(key.length <= MAX_KEY_BYTES, `a key of ${key.length} bytes is longer than ${MAX_KEY_BYTES}`);
    const size = recordBytes(key.length, value.length);
    const number = size > MAX_SHARING_BYTES ? this.#openOwn(size) : this.#withRoom(size);
    const page = this.#pages[number] as Page;
    const at = page.used;
    write(page.bytes as Bytes, at, key, value);
    page.used += size;
    page.live += size;
    return addressOf(number, at);
  }

  /** Frees a record. */
  free(address: number): void {
    const number = address >>> PLACE_BITS;
    const page = this.#pages[number] as Page;
    const at = placeOf(address);
    const bytes = page.bytes ?? this.#fromOverflow(page, at);
    const start = page.bytes === undefined ? 0 : at;
    page.live -= recordBytes(keyLengthAt(bytes, start), valueLengthAt(bytes, start));
    if (number !== this.#tail) this.#weigh(number);
  }

  /** Page whose live records the caller should add again and free; `undefined` when there is none. */
  get sparse(): number | undefined {
    return this.#sparse.values().next().value;
  }

  /** Returns a copy of the record's value. */
  value(address: number): Bytes {
    const page = this.#pages[address >>> PLACE_BITS] as Page;
    const at = placeOf(address);
    const bytes = page.bytes ?? this.#fromOverflow(page, at);
    const start = page.bytes === undefined ? 0 : at;
    const from = start + HEADER_BYTES + keyLengthAt(bytes, start);
    return bytes.slice(from, from + valueLengthAt(bytes, start));
  }

  hasKey(address: number, key: Bytes): boolean {
    const page = this.#pages[address >>> PLACE_BITS] as Page;
    const at = placeOf(address);
    const bytes = page.bytes ?? this.#fromOverflow(page, at);
    const start = page.bytes === undefined ? 0 : at;
    if (keyLengthAt(bytes, start) !== key.length) return false;
    const from = start + HEADER_BYTES;
    // The comparison starts at the end, because keys of one kind share a prefix.
    for (let i = key.length - 1; i >= 0; i--) if (bytes[from + i] !== key[i]) return false;
    return true;
  }

  /** Iterates over all pages. Each one in the overflow is read when its turn comes. */
  *all(): Iterable<PageRecords> {
    for (const number of this.#pages.keys()) if (this.#pages[number] !== undefined) yield this.records(number);
  }

  /** Returns the records of a page, including freed ones. */
  records(number: number): PageRecords {
    const page = this.#pages[number] as Page;
    return new PageRecords(number, page.bytes ?? this.#readWhole(page), page.used);
  }

  /** Returns the bytes of all pages in memory (`held`), and those of live records (`live`). */
  get size(): { readonly held: number; readonly live: number } {
    return { held: this.#held, live: this.#pages.reduce((sum, page) => sum + (page?.live ?? 0), 0) };
  }

  #withRoom(size: number): number {
    const full = this.#tail;
    const tail = this.#pages[full];
    if (tail !== undefined && tail.used + size <= PAGE_BYTES) return full;
    this.#tail = this.#open(PAGE_BYTES);
    if (tail !== undefined) {
      this.#full.add(tail);
      this.#weigh(full);
    }
    this.#limitMemory();
    return this.#tail;
  }

  #openOwn(size: number): number {
    this.#limitMemory();
    const number = this.#open(size);
    this.#full.add(this.#pages[number] as Page);
    return number;
  }

  #weigh(number: number): void {
    const { used, live } = this.#pages[number] as Page;
    if (live === 0) this.#drop(number);
    else if (live * 2 < used) this.#sparse.add(number);
  }

  #open(length: number): number {
    const number = this.#vacant.pop() ?? this.#pages.length;
    invariant(number < MAX_PAGES, `a packed map has at most ${MAX_PAGES} pages`);
    this.#pages[number] = { bytes: new Uint8Array(length), place: undefined, length, used: 0, live: 0 };
    this.#held += length;
    return number;
  }

  #drop(number: number): void {
    const page = this.#pages[number] as Page;
    if (page.bytes !== undefined) this.#held -= page.length;
    if (page.place !== undefined) this.overflow?.free(page.place, page.length);
    this.#pages[number] = undefined;
    this.#full.delete(page);
    this.#sparse.delete(number);
    this.#vacant.push(number);
  }

  /** Moves the oldest full pages to the overflow until the others fit in memory. */
  #limitMemory(): void {
    const { overflow } = this;
    if (overflow === undefined) return;
    for (const page of this.#full) {
      if (this.#held <= overflow.memoryBytes) return;
      page.place = overflow.write((page.bytes as Bytes).subarray(0, page.used), page.length);
      if (page.place === undefined) return;
      page.bytes = undefined;
      this.#held -= page.length;
      this.#full.delete(page);
    }
  }

  /** Returns the record at an offset of a page in the overflow, and perhaps bytes after it. */
  #fromOverflow(page: Page, at: number): Bytes {
    if (this.#windowPage === page && this.#windowAt === at) return this.#window;
    const place = (page.place as number) + at;
    const rest = page.used - at;
    this.#windowPage = undefined;
    if (this.#window.length > WINDOW_BYTES) this.#window = new Uint8Array(WINDOW_BYTES);
    this.overflow?.read(place, this.#window.subarray(0, Math.min(WINDOW_BYTES, rest)));
    const size = recordBytes(keyLengthAt(this.#window, 0), valueLengthAt(this.#window, 0));
    if (size > WINDOW_BYTES) {
      this.#window = new Uint8Array(size);
      this.overflow?.read(place, this.#window);
    }
    this.#windowPage = page;
    this.#windowAt = at;
    return this.#window;
  }

  #readWhole(page: Page): Bytes {
    const bytes = new Uint8Array(page.used);
    this.overflow?.read(page.place as number, bytes);
    return bytes;
  }
}

/** Records of one page, in the order in which they were added. */
export class PageRecords {
  constructor(
    private readonly number: number,
    private readonly bytes: Bytes,
    private readonly used: number,
  ) {}

  /** Iterates over the addresses of the records with their keys, which are views into the page. */
  *keys(): Iterable<readonly [address: number, key: Bytes]> {
    const { bytes } = this;
    for (let at = 0; at < this.used; ) {
      const keyLength = keyLengthAt(bytes, at);
      const start = at + HEADER_BYTES;
      yield [addressOf(this.number, at), bytes.subarray(start, start + keyLength)];
      at += recordBytes(keyLength, valueLengthAt(bytes, at));
    }
  }

  /** Returns a view of a record's value. */
  value(address: number): Bytes {
    const { bytes } = this;
    const at = placeOf(address);
    const start = at + HEADER_BYTES + keyLengthAt(bytes, at);
    return bytes.subarray(start, start + valueLengthAt(bytes, at));
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
