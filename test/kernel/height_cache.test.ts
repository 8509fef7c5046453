import { expect, it } from 'vitest';
import { HeightCache } from '../../src/kernel/caches.js';

it('a cached value is never returned for another height, and is dropped after a revert', () => {
  const retained = new HeightCache<string>(4);
  retained.set(5n, 'five');
  expect([retained.get(5n), retained.get(1n), retained.get(9n)]).toEqual(['five', undefined, undefined]);
  // Height 9 shares the slot of height 5.
  retained.set(9n, 'nine');
  expect([retained.get(5n), retained.get(9n)]).toEqual([undefined, 'nine']);
  retained.set(6n, 'six');
  expect([retained.get(9n), retained.get(6n)]).toEqual(['nine', 'six']);
  retained.delete(5n);
  expect(retained.get(9n)).toBe('nine');
  retained.delete(9n);
  expect([retained.get(9n), retained.get(6n)]).toEqual([undefined, 'six']);
  retained.clear();
  expect([retained.get(9n), retained.get(6n)]).toEqual([undefined, undefined]);
});
