/** Tests that plain values survive JSON, whatever they contain. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueFromJson, valueToJson } from '../../src/codec/value_json.js';
import { lazySignature } from '../../src/consensus/types/signature.js';
import { draws } from '../support/draws.js';

const leaf = fc.oneof(
  fc.string(),
  // These texts look like encoded values.
  fc.constantFrom("'", "'0x", '0x', '0x0', '0xzz', '12n', '-0n', '-7n', '007n', 'n', '0X12', "''12n"),
  fc.bigInt(),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.uint8Array(),
);

const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('object')),
  list: fc.array(fc.oneof(tie('value'), fc.constant(undefined)), { maxLength: 4 }),
  object: fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));

describe('a plain value', () => {
  it('is the same after it was encoded as JSON text and decoded', () => {
    fc.assert(
      fc.property(value, (plain) => {
        const text = JSON.stringify(valueToJson(plain));
        const decoded = valueFromJson(JSON.parse(text));
        expect(decoded).toEqual(plain);
        expect(JSON.stringify(valueToJson(decoded))).toBe(text);
      }),
      { numRuns: draws(2000) },
    );
  });

  it('shows bytes as hex, big integers with an n, and leaves out what is undefined', () => {
    const bytes = Uint8Array.of(1, 255);
    const plain = { height: 12n, round: 0, hash: bytes, name: '0x', absent: undefined, list: [undefined, -1n] };
    expect(valueToJson(plain)).toEqual({
      height: '12n',
      round: 0,
      hash: '0x01ff',
      name: "'0x",
      list: [null, '-1n'],
    });
  });

  it('has the bytes of a signature that is computed when it is read', () => {
    expect(valueToJson({ signature: lazySignature(() => Uint8Array.of(7)) })).toEqual({ signature: { bytes: '0x07' } });
  });

  it.each([[() => 0], [new Map()], [Number.NaN], [Symbol('a')]])('refuses %s, which is no plain value', (other) => {
    expect(() => valueToJson({ other })).toThrow('has no JSON');
  });

  it('refuses hex with an odd number of digits', () => {
    expect(() => valueFromJson('0x123')).toThrow('"0x123" is not hex with an even number of digits');
  });
});
