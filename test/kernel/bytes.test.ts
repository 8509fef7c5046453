/** Compares the hand-optimized functions with simple implementations. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bigintToBytes, bytesToBigint } from '../../src/kernel/bytes.js';
import { fromHex } from '../../src/kernel/hex.js';
import { utf8 } from '../../src/kernel/text.js';

const plainBytes = (value: bigint, length: number): Uint8Array => fromHex(value.toString(16).padStart(2 * length, '0'));

/** Generates amounts around the largest safe integer of a double, and of any size. */
const amount = fc.oneof(
  fc.bigInt(0n, (1n << 256n) - 1n),
  fc.bigInt(0n, 300n),
  fc.bigInt((1n << 53n) - 3n, (1n << 53n) + 3n),
);

describe('the bytes of a number', () => {
  it('are those of its hex digits, with leading zeros', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 32, max: 40 }), (value, length) => {
        expect(bigintToBytes(value, length)).toEqual(plainBytes(value, length));
      }),
    );
  });

  it('are as few as possible', () => {
    fc.assert(
      fc.property(amount, (value) => {
        const bytes = bigintToBytes(value);
        expect(bytesToBigint(bytes)).toBe(value);
        expect(bytes[0]).not.toBe(0);
      }),
    );
    expect(bigintToBytes(0n)).toEqual(new Uint8Array(0));
  });

  it('fit into the requested length, or are refused', () => {
    expect(bigintToBytes(255n, 1)).toEqual(Uint8Array.of(255));
    expect(() => bigintToBytes(256n, 1)).toThrow('256 does not fit into 1 bytes');
    expect(() => bigintToBytes(1n << 64n, 8)).toThrow(RangeError);
  });
});

describe('UTF-8', () => {
  it("equals the host's encoding for any length and characters", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
    );
    const host = new TextEncoder();
    fc.assert(
      fc.property(text, (chars) => {
        expect(utf8(chars)).toEqual(new Uint8Array(host.encode(chars)));
      }),
    );
  });
});
