import { expect, test } from 'vitest';
import { GenerationalCache } from '../../src/kernel/caches.js';

/** Returns the keys that a cache still has. Each key is read from a fresh cache, because a read retains an entry. */
const retainedOf = (fill: () => GenerationalCache<string>, count: number): number[] =>
  Array.from({ length: count }, (_, i) => i).filter((i) => fill().get(`${i}`) !== undefined);

function filled(map: GenerationalCache<string>, count: number, value: string): GenerationalCache<string> {
  for (let i = 0; i < count; i++) map.set(`${i}`, value);
  return map;
}

test('retains between its limit and twice as many entries', () => {
  expect(retainedOf(() => filled(new GenerationalCache(3), 8, 'x'), 8)).toEqual([3, 4, 5, 6, 7]);
});

test('retains fewer entries when they are large', () => {
  const fill = () => filled(new GenerationalCache<string>(1_000, 100, (value) => value.length), 50, 'x'.repeat(40));
  expect(retainedOf(fill, 50)).toEqual([45, 46, 47, 48, 49]);
});

test('retains an entry that is read', () => {
  const map = new GenerationalCache<string>(2);
  for (let i = 0; i < 20; i++) {
    map.set(`${i}`, 'x');
    expect(map.get('0')).toBe('x');
  }
  map.delete('0');
  expect(map.get('0')).toBeUndefined();
});

test('deletes an entry of either generation', () => {
  for (const count of [1, 2, 3, 4]) {
    const map = filled(new GenerationalCache<string>(2), count, 'x');
    map.delete('0');
    expect(map.get('0'), `of ${count}`).toBeUndefined();
  }
});
