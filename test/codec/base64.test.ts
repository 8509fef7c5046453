/** Compares base64 with Node's, and checks that it is strict where Node is not. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64, tryFromBase64 } from '../../src/codec/base64.js';
import { toHex } from '../../src/kernel/hex.js';

describe('base64', () => {
  it('writes what Node writes and reads it back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(toBase64(bytes)).toBe(text);
        expect(tryFromBase64(text)).toEqual(bytes);
      }),
    );
  });

  it('accepts only what it writes', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'AQgwB/+=-_ \n'), maxLength: 9 });
    fc.assert(
      fc.property(letters, (text) => {
        const bytes = tryFromBase64(text);
        if (bytes !== undefined) expect(toBase64(bytes)).toBe(text);
      }),
      { numRuns: 5000 },
    );
  });

  it.each(['A', 'AA', 'AAA', 'AA=A', '=AAA', '====', 'AB==', 'AAB=', 'A===', 'AA==AA==', 'AA\n=', '-_AA', 'é+AA'])(
    'refuses %j',
    (text) => {
      expect(tryFromBase64(text)).toBeUndefined();
    },
  );

  it('decodes an empty text to nothing', () => {
    expect(toHex(tryFromBase64('') ?? Uint8Array.of(1))).toBe('');
  });
});
