/**
 * Checks that base64 and hex are read as Go reads them: the same bytes as Node's decoders, and Go's positions in
 * errors.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64Bytes, hexBytes } from '../../../../src/rpc/comet/protocol/bytes_text.js';
import { GoError } from '../../../../src/rpc/comet/protocol/error.js';

const refusal = (read: () => unknown): string | undefined => {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof GoError) return error.message;
    throw error;
  }
};

describe('base64', () => {
  it('returns the bytes, with line breaks or without', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(20), (bytes, at) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(base64Bytes(text)).toEqual(bytes);
        expect(base64Bytes(`${text.slice(0, at)}\r\n${text.slice(at)}\n`)).toEqual(bytes);
      }),
    );
  });

  it.each([
    ['zz', 0],
    ['***', 0],
    ['AAAA*', 4],
    ['AAAAA', 4],
    ['AAA', 0],
    ['A=', 1],
    ['=', 0],
    ['AA=', 3],
    ['AA=A', 2],
    ['AA==A', 4],
    ['AAA=A', 4],
    ['AAAA=', 4],
    ['AA-_', 2],
  ])('refuses %s at byte %i', (text, at) => {
    expect(refusal(() => base64Bytes(text))).toBe(`illegal base64 data at input byte ${at}`);
  });
});

describe('hex', () => {
  it('returns the bytes in either case', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes).toString('hex');
        expect(hexBytes(text)).toEqual(bytes);
        expect(hexBytes(text.toUpperCase())).toEqual(bytes);
      }),
    );
  });

  it.each([
    ['abc', 'encoding/hex: odd length hex string'],
    ['0x', "encoding/hex: invalid byte: U+0078 'x'"],
    ['abz', "encoding/hex: invalid byte: U+007A 'z'"],
    ['é0', "encoding/hex: invalid byte: U+00C3 'Ã'"],
    ['\u00000', 'encoding/hex: invalid byte: U+0000'],
  ])('refuses %j', (text, message) => {
    expect(refusal(() => hexBytes(text))).toBe(message);
  });
});
