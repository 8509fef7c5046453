/** Tests decimal numbers of any length, which are compared exactly. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, isWhole, leadingDecimal, parseDecimal, truncate } from '../../../src/chain/query/decimal.js';

const read = (text: string) => {
  const number = parseDecimal(text);
  if (number === undefined) throw new Error(`"${text}" is no number`);
  return number;
};

describe('a number', () => {
  it.each(['', '.', '+', '-', 'e5', '1e', '1.2.3', '0x1', ' 1', '1 ', '1_0', 'infinity', 'NaN'])(
    'is not read from %j',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );

  it.each([
    ['0', '-0.00e7'],
    ['10', '1e1'],
    ['10', '+010.0'],
    ['0.5', '.5'],
    ['5', '5.'],
    ['1500', '1.5E+3'],
    ['0.0015', '1.5e-3'],
    ['Inf', '+inf'],
  ])('%s equals %s', (a, b) => {
    expect(parseDecimal(a)).toEqual(read(b));
    expect(compareDecimals(read(a), read(b))).toBe(0);
  });

  it('is ordered among others, whatever their signs and lengths', () => {
    const order = [
      '-inf',
      '-1e3',
      '-12',
      '-1.25',
      '-1.2',
      '-1e-9',
      '0',
      '1e-9',
      '0.12',
      '1',
      '1.05',
      '1.1',
      '10',
      '1e40',
      'inf',
    ];
    for (const [i, a] of order.entries())
      for (const [j, b] of order.entries())
        expect(Math.sign(compareDecimals(read(a), read(b))) + 0, `${a} and ${b}`).toBe(Math.sign(i - j));
  });

  it('is compared like a bigint when it is an integer', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.bigInt(-(10n ** 30n), 10n ** 30n), (a, b) => {
        const wanted = a < b ? -1 : Number(a > b);
        expect(Math.sign(compareDecimals(read(`${a}`), read(`${b}`)))).toBe(wanted);
        expect(truncate(read(`${a}.75`))).toBe(a);
      }),
    );
  });

  it('is truncated towards zero', () => {
    expect(['1.9', '-1.9', '0.9', '0', '1200', '1e20'].map((text) => truncate(read(text)))).toEqual([
      1n,
      -1n,
      0n,
      0n,
      1200n,
      10n ** 20n,
    ]);
    expect(['1.5', '0.5', '1', '1200', '1.0', '12e-1', '120e-1'].map((text) => isWhole(read(text)))).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
      true,
    ]);
  });
});

describe('the number at the start of a value', () => {
  it('ends with its digits, and has no sign', () => {
    expect(leadingDecimal('8atom')).toEqual(read('8'));
    expect(leadingDecimal('8.25atom')).toEqual(read('8.25'));
    expect(leadingDecimal('8.')).toEqual(read('8'));
    expect(leadingDecimal('8e3')).toEqual(read('8'));
    for (const text of ['', 'atom8', '-8', '.5']) expect(leadingDecimal(text)).toBeUndefined();
  });
});
