/** Tests the pieces of long answers of a forked chain. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPieces } from '../../../../src/rpc/evm/over_history.js';

const textOf = (value: unknown): string => [...jsonPieces(value)].join('');

test('the pieces are the JSON of any value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const long = [value, { a: 'x'.repeat(20_000), value, b: [[value]] }];
      expect(textOf(value)).toBe(JSON.stringify(value));
      expect(textOf(long)).toBe(JSON.stringify(long));
    }),
    { seed: 1 },
  );
});

test('the pieces of long lists and of deep objects are short', () => {
  const log = { data: 'x'.repeat(500), topics: ['y'.repeat(66)] };
  const deep = Array.from({ length: 300 }).reduce((calls: unknown) => ({ log, calls: [log, calls] }), log);
  for (const value of [Array.from({ length: 10_000 }, () => log), { result: { deep, more: deep } }]) {
    expect(textOf(value)).toBe(JSON.stringify(value));
    expect(Math.max(...[...jsonPieces(value)].map(({ length }) => length))).toBeLessThan(20_000);
  }
});
