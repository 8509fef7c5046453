import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amendNewest,
  emptyHeightHistory,
  type HeightHistory,
  oldestHeight,
  onlyNewest,
  recall,
  record,
} from '../../src/consensus/height_history.js';

function fill(limit: number, first: bigint, count: number): HeightHistory<bigint> {
  let history = emptyHeightHistory<bigint>(limit);
  for (let i = 0n; i < BigInt(count); i++) history = record(history, first + i, (first + i) * 10n);
  return history;
}

test('a height history recalls the same last heights as a map, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.bigInt(1n, 1000n),
      fc.integer({ min: 0, max: 200 }),
      (limit, first, count) => {
        const history = fill(limit, first, count);
        const newest = first + BigInt(count) - 1n;
        const oldest = oldestHeight(history);
        const retained = oldest === undefined ? 0 : Number(newest - oldest) + 1;
        expect(retained).toBeGreaterThanOrEqual(Math.min(count, limit));
        expect(retained).toBeLessThanOrEqual(2 * limit);
        for (let height = first - 2n; height <= newest + 2n; height++) {
          const isRetained = oldest !== undefined && height >= oldest && height <= newest;
          expect(recall(history, height)).toBe(isRetained ? height * 10n : undefined);
        }
      },
    ),
  );
});

test('adding to a height history leaves the old one unchanged', () => {
  const before = fill(10, 1n, 15);
  record(before, 16n, 0n);
  amendNewest(before, 0n);
  expect(recall(before, 16n)).toBeUndefined();
  expect(recall(before, 15n)).toBe(150n);
});

test('the newest entry can be amended, or retained alone', () => {
  const amended = amendNewest(fill(4, 1n, 9), 7n);
  expect(recall(amended, 9n)).toBe(7n);
  const alone = onlyNewest(amended);
  expect(recall(alone, 9n)).toBe(7n);
  expect(oldestHeight(alone)).toBe(9n);
});

test('a lookup among ten thousand heights takes few hops', () => {
  let hops = 0;
  const counting = <T extends object>(entry: T): T =>
    new Proxy(entry, {
      get(target, name) {
        if (name === 'previous' || name === 'jump') hops++;
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'object' && value !== null ? counting(value) : value;
      },
    });
  recall(counting(fill(10_000, 1n, 10_000)), 17n);
  expect(hops).toBeLessThan(200);
});
