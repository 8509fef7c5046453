import { expect, it } from 'vitest';
import { HeightCache } from '../../src/kernel/height_cache.js';

it('what is kept of a height is never mistaken for that of another one, and forgotten after a revert', () => {
  const kept = new HeightCache<string>(4);
  kept.set(5n, 'five');
  expect([kept.get(5n), kept.get(1n), kept.get(9n)]).toEqual(['five', undefined, undefined]);
  // Shares the slot.
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
