import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes, equalBytes } from '../../src/kernel/bytes.js';
import { fromHex, toHex } from '../../src/kernel/hex.js';
import type { Overflow } from '../../src/kernel/packed/overflow.js';
import { PackedMap } from '../../src/kernel/packed/packed_map.js';
import { utf8 } from '../../src/kernel/text.js';

const EVERYTHING = { gte: new Uint8Array(0), lt: Uint8Array.of(255, 255) };
const PAGE_BYTES = 2 ** 18;

/** Overflow in a map, which checks that only places in use are read. */
interface ArrayOverflow extends Overflow {
  readonly places: ReadonlyMap<number, Uint8Array>;
}

function anOverflow(): ArrayOverflow {
  const places = new Map<number, Uint8Array>();
  let end = 0;
  return {
    memoryBytes: PAGE_BYTES,
    places,
    write: (bytes, room) => {
      const place = end;
      end += room;
      places.set(place, bytes.slice());
      return place;
    },
    read: (place, target) => {
      for (const [start, bytes] of places)
        if (place >= start && place + target.length <= start + bytes.length)
          return target.set(bytes.subarray(place - start, place - start + target.length));
      throw new Error(`no page has the bytes at ${place}`);
    },
    free: (place) => {
      if (!places.delete(place)) throw new Error(`the place ${place} was free`);
    },
  };
}

const key = (number: number): Uint8Array => utf8(String(number).padStart(5, '0'));

const OVERFLOWS: readonly (readonly [name: string, open: () => Overflow | undefined])[] = [
  ['in memory', () => undefined],
  ['with an overflow', anOverflow],
];

describe.each(OVERFLOWS)('a packed map %s', (_, overflow) => {
  it('behaves as a sorted map, while pages fill, empty and are cleaned', () => {
    const aLength = fc.oneof(fc.nat(40), fc.nat(3000), fc.constant(PAGE_BYTES));
    const aChange = fc.tuple(fc.nat(300), fc.oneof({ weight: 3, arbitrary: aLength }, fc.constant(undefined)));
    fc.assert(
      fc.property(fc.array(aChange, { minLength: 100, maxLength: 900 }), (changes) => {
        const map = new PackedMap(overflow());
        const model = new Map<string, Uint8Array>();
        for (const [i, [number, length]] of changes.entries()) {
          const at = key(number);
          if (length === undefined) {
            map.delete(at);
            model.delete(toHex(at));
            continue;
          }
          const value = new Uint8Array(length).fill(i);
          map.set(at, value);
          model.set(toHex(at), value);
        }
        expect(map.size).toBe(model.size);
        for (let number = 0; number <= 300; number++) {
          const found = map.get(key(number));
          const expected = model.get(toHex(key(number)));
          expect(found && toHex(found.subarray(0, 9))).toBe(expected && toHex(expected.subarray(0, 9)));
          expect(found?.length).toBe(expected?.length);
        }
        const sorted = [...model.keys()].map((hex) => fromHex(hex)).sort(compareBytes);
        expect(map.keys(EVERYTHING)).toEqual(sorted);
        const { held, live } = map.bytes;
        // At most half of each full page is holes; the page that is being filled is extra.
        expect(held).toBeLessThanOrEqual(2 * live * 2 + 2 * PAGE_BYTES);
      }),
      { numRuns: 15 },
    );
  });

  it('keeps thousands of keys in order, whatever order they are added in', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3000), { minLength: 1500, maxLength: 4000 }), (numbers) => {
        const map = new PackedMap(overflow());
        const model = new Set<number>();
        for (const [i, number] of numbers.entries()) {
          if (i % 3 === 2) {
            map.delete(key(number));
            model.delete(number);
          } else {
            map.set(key(number), key(i));
            model.add(number);
          }
        }
        const sorted = [...model].sort((a, b) => a - b);
        expect(map.keys(EVERYTHING)).toEqual(sorted.map(key));
        const within = sorted.filter((number) => number >= 1000 && number < 2000).map(key);
        expect(map.keys({ gte: key(1000), lt: key(2000), reverse: true, limit: 700 })).toEqual(
          within.reverse().slice(0, 700),
        );
        expect(map.keys({ gte: key(2000), lt: key(1000) })).toEqual([]);
        for (const number of model) map.delete(key(number));
        expect(map.size).toBe(0);
        expect(map.keys(EVERYTHING)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  it('returns copies, and retains no reference to its arguments', () => {
    const map = new PackedMap(overflow());
    const value = Uint8Array.of(1, 2);
    map.set(key(1), value);
    value[0] = 9;
    const [read = value] = [map.get(key(1))];
    read[1] = 9;
    expect(map.get(key(1))).toEqual(Uint8Array.of(1, 2));
  });

  it('does not grow when a key is written a hundred thousand times', () => {
    const map = new PackedMap(overflow());
    map.set(key(0), new Uint8Array(1000));
    for (let i = 0; i < 100_000; i++) map.set(key(1), new Uint8Array(100).fill(i));
    expect(map.get(key(0))).toHaveLength(1000);
    expect(map.get(key(1))).toEqual(new Uint8Array(100).fill(99_999));
    expect(map.bytes.held).toBeLessThanOrEqual(2 * PAGE_BYTES);
  });

  it('frees the page of a large value', () => {
    const map = new PackedMap(overflow());
    map.set(key(1), new Uint8Array(5_000_000).fill(7));
    expect(map.get(key(1))?.every((byte) => byte === 7)).toBe(true);
    map.set(key(1), Uint8Array.of(1));
    expect(map.bytes.held).toBeLessThanOrEqual(PAGE_BYTES);
    expect(map.get(key(1))).toEqual(Uint8Array.of(1));
  });

  it('refuses a key whose length does not fit in the header', () => {
    expect(() => new PackedMap(overflow()).set(new Uint8Array(0x1_0000), key(1))).toThrow('longer than 65535');
  });
});

describe('the overflow of a packed map', () => {
  it('has all pages but the newest, and room again for pages whose records are gone', () => {
    const overflow = anOverflow();
    const map = new PackedMap(overflow);
    for (let i = 0; i < 2000; i++) map.set(key(i), new Uint8Array(1000).fill(i));
    expect(overflow.places.size).toBeGreaterThan(4);
    expect(map.bytes.held).toBeLessThanOrEqual(2 * PAGE_BYTES);
    expect(map.get(key(0))).toEqual(new Uint8Array(1000).fill(0));
    expect(map.get(key(1))).toEqual(new Uint8Array(1000).fill(1));
    for (let i = 0; i < 1990; i++) map.delete(key(i));
    expect(overflow.places.size).toBe(0);
    expect(map.get(key(1999))).toEqual(new Uint8Array(1000).fill(1999));
  });

  it('has values that are longer than one read, and longer than a page', () => {
    const overflow = anOverflow();
    const map = new PackedMap(overflow);
    const lengths = [5000, 140_000, 300_000, 0, 1013];
    for (const [i, length] of lengths.entries()) map.set(key(i), new Uint8Array(length).fill(i + 1));
    for (let i = 10; i < 1000; i++) map.set(key(i), new Uint8Array(1017));
    expect(overflow.places.size).toBeGreaterThan(4);
    for (const [i, length] of lengths.entries())
      expect(equalBytes(map.get(key(i)) as Uint8Array, new Uint8Array(length).fill(i + 1))).toBe(true);
  });

  it('that is full leaves the pages in memory', () => {
    const map = new PackedMap({ ...anOverflow(), write: () => undefined });
    for (let i = 0; i < 2000; i++) map.set(key(i), new Uint8Array(1000).fill(i));
    expect(map.bytes.held).toBeGreaterThan(2_000_000);
    expect(map.get(key(3))).toEqual(new Uint8Array(1000).fill(3));
  });
});
