/**
 * Tests what every Store must do, as a suite that an implementation runs against itself: `provesAStore('name', open)`.
 * `open` returns a new, empty store for each call.
 */
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { compareBytes } from '../../src/kernel/bytes.js';
import { toHex } from '../../src/kernel/hex.js';
import type { KeyRange, Store, WriteOp } from '../../src/storage/store.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const put = (key: Uint8Array, value: Uint8Array): WriteOp => ({ type: 'put', key, value });
const del = (key: Uint8Array): WriteOp => ({ type: 'del', key });
const EVERYTHING: KeyRange = { gte: bytes(), lt: bytes(255, 255, 255, 255) };

async function list(store: Store, range: KeyRange): Promise<string[]> {
  const found: string[] = [];
  const keys: string[] = [];
  for await (const [key, value] of store.entries(range)) found.push(`${toHex(key)}=${toHex(value)}`);
  for await (const key of store.keys(range)) keys.push(toHex(key));
  expect(keys).toEqual(found.map((entry) => entry.slice(0, entry.indexOf('='))));
  return found;
}

export function provesAStore(name: string, open: () => Promise<Store>): void {
  describe(`${name} as a store`, () => {
    const opened: Store[] = [];
    const aStore = async (): Promise<Store> => {
      const store = await open();
      opened.push(store);
      return store;
    };
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
    });

    it('is empty at first', async () => {
      const store = await aStore();
      expect(store.get(bytes(1))).toBeUndefined();
      expect(await list(store, EVERYTHING)).toEqual([]);
    });

    it('reads at once what a batch has written', async () => {
      const store = await aStore();
      await store.batch([put(bytes(1), bytes(10)), put(bytes(2), bytes())]);
      expect(store.get(bytes(1))).toEqual(bytes(10));
      expect(store.get(bytes(2))).toEqual(bytes());
      await store.batch([del(bytes(1)), put(bytes(2), bytes(20)), del(bytes(9))]);
      expect(store.get(bytes(1))).toBeUndefined();
      expect(store.get(bytes(2))).toEqual(bytes(20));
    });

    it('returns a required value, and reports damage when it is missing', async () => {
      const store = await aStore();
      await store.batch([put(bytes(1), bytes(10))]);
      expect(store.need(bytes(1))).toEqual(bytes(10));
      expect(() => store.need(bytes(2))).toThrow(expect.objectContaining({ code: 'corrupt-store' }));
    });

    it('applies the operations of a batch in order', async () => {
      const store = await aStore();
      await store.batch([put(bytes(1), bytes(1)), del(bytes(1)), put(bytes(2), bytes(1)), put(bytes(2), bytes(2))]);
      expect(await list(store, EVERYTHING)).toEqual(['02=02']);
    });

    it('copies what is written', async () => {
      const store = await aStore();
      const key = bytes(1);
      const value = bytes(7);
      await store.batch([put(key, value)]);
      key[0] = 2;
      value[0] = 8;
      expect(store.get(bytes(1))).toEqual(bytes(7));
      expect(store.get(bytes(2))).toBeUndefined();
    });

    it('accepts keys that are views into larger arrays', async () => {
      const store = await aStore();
      const whole = bytes(0, 1, 2, 3, 0);
      await store.batch([put(whole.subarray(1, 3), whole.subarray(3, 4))]);
      expect(await list(store, EVERYTHING)).toEqual(['0102=03']);
      expect(store.get(whole.subarray(1, 3))).toEqual(bytes(3));
    });

    it('iterates over the state at the first step, whatever is written meanwhile', async () => {
      const store = await aStore();
      await store.batch([put(bytes(1), bytes(1)), put(bytes(2), bytes(2)), put(bytes(3), bytes(3))]);
      const seen: number[] = [];
      for await (const [key] of store.entries(EVERYTHING)) {
        seen.push(key[0] as number);
        await store.batch([del(bytes(2)), del(bytes(3)), put(bytes(4), bytes(4))]);
      }
      expect(seen).toEqual([1, 2, 3]);
      expect(await list(store, EVERYTHING)).toEqual(['01=01', '04=04']);
    });

    it('can stop an iteration early', async () => {
      const store = await aStore();
      await store.batch(Array.from({ length: 50 }, (_, i) => put(bytes(i), bytes(i))));
      for await (const [key] of store.entries(EVERYTHING)) if (key[0] === 3) break;
      expect(store.get(bytes(49))).toEqual(bytes(49));
    });

    it('iterates over thousands of entries in order', async () => {
      const store = await aStore();
      const key = (i: number): Uint8Array => bytes((i * 7919) >> 8, (i * 7919) & 255);
      const ops = Array.from({ length: 5000 }, (_, i) => put(key(i % 8000), bytes(i & 255)));
      await store.batch(ops);
      const keys = (await list(store, EVERYTHING)).map((entry) => entry.split('=')[0]);
      expect(keys).toEqual([...new Set(ops.map((op) => toHex(op.key)))].sort());
    });

    it('fails to read, write and iterate once it is closed', async () => {
      const store = await aStore();
      await store.close();
      expect(() => store.get(bytes(1))).toThrow('closed');
      expect(() => store.need(bytes(1))).toThrow('closed');
      await expect(store.batch([])).rejects.toThrow('closed');
      await expect(list(store, EVERYTHING)).rejects.toThrow('closed');
      const firstKey = async () => {
        for await (const key of store.keys(EVERYTHING)) return key;
        return undefined;
      };
      await expect(firstKey()).rejects.toThrow('closed');
    });

    it('behaves as a sorted array of pairs', async () => {
      const aKey = fc.uint8Array({ minLength: 1, maxLength: 3 }).map((raw) => raw.map((byte) => byte & 0x83));
      const anOp = fc.oneof(
        fc.record({ type: fc.constant('put' as const), key: aKey, value: fc.uint8Array({ maxLength: 4 }) }),
        fc.record({ type: fc.constant('del' as const), key: aKey }),
      );
      const aRange = fc.record({
        gte: fc.uint8Array({ maxLength: 2 }),
        lt: fc.uint8Array({ maxLength: 2 }),
        reverse: fc.boolean(),
        limit: fc.integer({ min: 1, max: 8 }),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(anOp, { maxLength: 30 }), { maxLength: 5 }),
          aRange,
          async (batches, range) => {
            const store = await aStore();
            let model: (readonly [Uint8Array, Uint8Array])[] = [];
            for (const ops of batches) {
              await store.batch(ops);
              for (const op of ops) {
                model = model.filter(([key]) => compareBytes(key, op.key) !== 0);
                if (op.type === 'put') model.push([op.key, op.value]);
              }
            }
            model.sort(([a], [b]) => compareBytes(a, b));
            const within = model.filter(
              ([key]) => compareBytes(key, range.gte) >= 0 && compareBytes(key, range.lt) < 0,
            );
            if (range.reverse) within.reverse();
            const text = (pairs: typeof model): string[] =>
              pairs.map(([key, value]) => `${toHex(key)}=${toHex(value)}`);
            expect(await list(store, range)).toEqual(text(within.slice(0, range.limit)));
            expect(await list(store, EVERYTHING)).toEqual(text(model));
          },
        ),
        { numRuns: 25 },
      );
    });
  });
}
