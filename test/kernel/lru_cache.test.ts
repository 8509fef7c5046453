import { expect, it } from 'vitest';
import { LruCache } from '../../src/kernel/caches.js';

it('retains as many entries as its limit, those that were used last', () => {
  const cache = new LruCache<string, number>(3);
  for (const [i, key] of ['a', 'b', 'c'].entries()) cache.set(key, i + 1);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, 2, 3]);
  cache.get('a');
  cache.set('d', 4);
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([1, undefined, 3, 4]);
  cache.set('a', 11);
  cache.set('e', 5);
  expect(['a', 'c', 'd', 'e'].map((key) => cache.get(key))).toEqual([11, undefined, 4, 5]);
  cache.delete('a');
  cache.set('f', 6);
  expect(['a', 'd', 'e', 'f'].map((key) => cache.get(key))).toEqual([undefined, 4, 5, 6]);
  cache.clear();
  expect(['d', 'e', 'f'].map((key) => cache.get(key))).toEqual([undefined, undefined, undefined]);
});
