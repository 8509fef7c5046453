import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOfText, textOfBytes } from '../../src/kernel/byte_text.js';
import { compareBytes } from '../../src/kernel/bytes.js';

describe('text of bytes', () => {
  it('preserves every byte and the order', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 40 }), (a, b) => {
        expect(bytesOfText(textOfBytes(a))).toEqual(a);
        expect(textOfBytes(a) < textOfBytes(b)).toBe(compareBytes(a, b) < 0);
      }),
    );
    const long = new Uint8Array(10_000).map((_, i) => i);
    expect(bytesOfText(textOfBytes(long))).toEqual(long);
  });
});
