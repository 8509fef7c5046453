import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../../src/kernel/bytes.js';
import { fromHex, toHex } from '../../src/kernel/hex.js';
import { PackedMap } from '../../src/kernel/packed/packed_map.js';
import { utf8 } from '../../src/kernel/text.js';

const EVERYTHING = { gte: new Uint8Array(0), lt: Uint8Array.of(255, 255) };
const PAGE_BYTES = 2 ** 18;

const key = (number: number): Uint8Array => utf8(String(number).padStart(5, '0'));

describe('a packed map', () => {
  it('behaves as a sorted map, while pages fill, empty and are cleaned', () => {
    const aLength = fc.oneof(fc.nat(40), fc.nat(3000), fc.constant(PAGE_BYTES));
    const aChange = fc.tuple(fc.nat(300), fc.oneof({ weight: 3, arbitrary: aLength }, fc.constant(undefined)));
    fc.assert(
      fc.property(fc.array(aChange, { minLength: 100, maxLength: 900 }), (changes) => {
        const map = new PackedMap();
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
        const map = new PackedMap();
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
    const map = new PackedMap();
    const value = Uint8Array.of(1, 2);
    map.set(key(1), value);
    value[0] = 9;
    const [read = value] = [map.get(key(1))];
    read[1] = 9;
    expect(map.get(key(1))).toEqual(Uint8Array.of(1, 2));
  });

  it('does not grow when a key is written a hundred thousand times', () => {
    const map = new PackedMap();
    map.set(key(0), new Uint8Array(1000));
    for (let i = 0; i < 100_000; i++) map.set(key(1), new Uint8Array(100).fill(i));
    expect(map.get(key(0))).toHaveLength(1000);
    expect(map.get(key(1))).toEqual(new Uint8Array(100).fill(99_999));
    expect(map.bytes.held).toBeLessThanOrEqual(2 * PAGE_BYTES);
  });

  it('frees the page of a large value', () => {
    const map = new PackedMap();
    map.set(key(1), new Uint8Array(5_000_000).fill(7));
    expect(map.get(key(1))?.every((byte) => byte === 7)).toBe(true);
    map.set(key(1), Uint8Array.of(1));
    expect(map.bytes.held).toBeLessThanOrEqual(PAGE_BYTES);
    expect(map.get(key(1))).toEqual(Uint8Array.of(1));
  });

  it('refuses a key whose length does not fit in the header', () => {
    expect(() => new PackedMap().set(new Uint8Array(0x1_0000), key(1))).toThrow('longer than 65535');
  });
});
