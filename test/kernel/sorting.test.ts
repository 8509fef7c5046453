/** Tests sorting in steps beside the host's own sorting. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finish, sorting } from '../../src/kernel/steps.js';

const byKey = (a: { readonly key: number }, b: { readonly key: number }): number => a.key - b.key;

it('gives the order of a stable sort', () => {
  const lists = fc.array(fc.record({ key: fc.nat({ max: 500 }), id: fc.nat() }), {
    minLength: 0,
    maxLength: 6_000,
    size: 'max',
  });
  fc.assert(
    fc.property(lists, (items) => {
      const before = [...items];
      expect(finish(sorting(items, byKey))).toEqual([...items].sort(byKey));
      expect(items).toEqual(before);
    }),
    { numRuns: 20, seed: 1 },
  );
});

it('takes a step for about a thousand items', () => {
  const steps = sorting(
    Array.from({ length: 10_000 }, (_, i) => ({ key: (i * 7919) % 10_007 })),
    byKey,
  );
  let count = 0;
  while (steps.next().done !== true) count++;
  expect(count).toBeGreaterThan(30);
});
