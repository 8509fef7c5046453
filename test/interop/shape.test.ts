/** Tests the comparison itself: it must report every kind of difference. */
import { describe, expect, it } from 'vitest';
import { isWrittenAsByGo, shapeDifferences } from '../../scripts/compare/shape.js';

const HASH = 'AB'.repeat(32);
const kinds = (real: unknown, ours: unknown): readonly string[] =>
  shapeDifferences(real, ours).map(({ path, kind }) => `${path} ${kind}`);

describe('the comparison of answers', () => {
  it.each([
    ['a missing key', { a: 1, b: 2 }, { a: 1 }, ['result.b missing']],
    ['a key too many', { a: 1 }, { a: 1, b: 2 }, ['result.b extra']],
    ['another order', { a: 1, b: 2 }, { b: 2, a: 1 }, ['result order']],
    ['a number for a string', { a: '1' }, { a: 1 }, ['result.a type']],
    ['null for an empty list', { a: [] }, { a: null }, ['result.a type']],
    ['null for an empty string', { a: '' }, { a: null }, ['result.a type']],
    ['an empty list for a full one', { a: [1] }, { a: [] }, ['result.a length']],
    ['base64 for hex', { a: HASH }, { a: Buffer.from(HASH, 'hex').toString('base64') }, ['result.a spelling']],
    ['lower case', { a: HASH }, { a: HASH.toLowerCase() }, ['result.a spelling']],
    [
      'a time with trailing zeros',
      { a: '2020-01-01T00:00:00.1Z' },
      { a: '2020-01-01T00:00:00.10Z' },
      ['result.a spelling'],
    ],
    ['a decimal fraction for an integer', { a: '15' }, { a: '15.0' }, ['result.a spelling']],
    ['digits for base64', { a: 'eD15eD15eD15eD0=' }, { a: '15' }, ['result.a spelling']],
    ['a difference deep inside', { a: [{ b: 1 }] }, { a: [{ b: 1 }, { b: '1' }] }, ['result.a[].b type']],
  ])('reports %s', (_, real, ours, expected) => {
    expect(kinds(real, ours)).toEqual(expected);
  });

  it('reports no difference of values', () => {
    const real = { height: '5', hash: HASH, list: ['word'], time: '2020-01-01T00:00:00Z', empty: '' };
    expect(
      kinds(real, {
        height: '77',
        hash: 'CD'.repeat(32),
        list: ['another', 'third'],
        time: '2021-01-01T00:00:00.5Z',
        empty: 'x',
      }),
    ).toEqual([]);
  });

  it('accepts digits as hex', () => {
    expect(kinds({ hash: '1234567812345678' }, { hash: HASH })).toEqual([]);
  });

  it('recognizes the JSON that Go writes', () => {
    expect(isWrittenAsByGo('{"a":"b c","d":[1,2]}')).toBe(true);
    expect(isWrittenAsByGo('{"a": 1}')).toBe(false);
    expect(isWrittenAsByGo('{"a":"<"}')).toBe(false);
    expect(isWrittenAsByGo('{"a":"\\u003c\\""}')).toBe(true);
  });
});
