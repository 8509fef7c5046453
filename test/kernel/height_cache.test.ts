import { expect, it } from 'vitest';
import { HeightCache } from '../../src/kernel/height_cache.js';

it('a cached value is never returned for another height, and is dropped after a revert', () => {
  const kept = new HeightCache<string>(4);
  kept.set(5n, 'five');
  expect([kept.get(5n), kept.get(1n), kept.get(9n)]).toEqual(['five', undefined, undefined]);
  // Height 9 shares the slot of height 5.
  kept.set(9n, 'nine');
  expect([kept.get(5n), kept.get(9n)]).toEqual([undefined, 'nine']);
  kept.set(6n, 'six');
  expect([kept.get(9n), kept.get(6n)]).toEqual(['nine', 'six']);
  kept.delete(5n);
  kept.delete(9n);
  expect([kept.get(9n), kept.get(6n)]).toEqual([undefined, 'six']);
  kept.clear();
  expect([kept.get(9n), kept.get(6n)]).toEqual([undefined, undefined]);
});
