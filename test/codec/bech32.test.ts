/** Tests bech32 with the vectors of BIP-173, and with random texts beside another implementation. */
import { bech32 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBech32, encodeBech32 } from '../../src/codec/bech32.js';
import { CodecError } from '../../src/codec/protobuf/index.js';
import { fromHex, toHex } from '../../src/kernel/hex.js';

const prefix = fc.string({ unit: fc.constantFrom(...'abcxyz019-_!'), minLength: 1, maxLength: 12 });

describe('bech32', () => {
  it('is read back, even in upper case', () => {
    fc.assert(
      fc.property(prefix, fc.uint8Array({ maxLength: 64 }), (name, bytes) => {
        const text = encodeBech32(name, bytes);
        const decoded = decodeBech32(text);
        expect([decoded.prefix, toHex(decoded.bytes)]).toEqual([name, toHex(bytes)]);
        expect(toHex(decodeBech32(text.toUpperCase()).bytes)).toBe(toHex(bytes));
      }),
    );
  });

  it('writes what another implementation writes, and takes what it takes', () => {
    const letter = fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7lbA1\u212a');
    fc.assert(
      fc.property(prefix, fc.uint8Array({ maxLength: 64 }), fc.nat(200), letter, (name, bytes, at, changed) => {
        const text = encodeBech32(name, bytes);
        expect(text).toBe(bech32.encode(name, bech32.toWords(bytes), false));
        // Words are mostly no whole bytes, and one letter is another.
        const words = Array.from(bytes, (byte) => byte & 31);
        for (const whole of [text, bech32.encode(name, words, false)])
          for (const other of [whole, whole.slice(0, at) + changed + whole.slice(at + 1)]) {
            const expected = bech32.decodeUnsafe(other, 1023);
            const taken = expected && bech32.fromWordsUnsafe(expected.words);
            if (expected && taken)
              expect(decodeBech32(other)).toEqual({ prefix: expected.prefix, bytes: Uint8Array.from(taken) });
            else expect(() => decodeBech32(other)).toThrow(CodecError);
          }
      }),
      { numRuns: 300 },
    );
  });

  it('writes the address of the first test account', () => {
    const bytes = fromHex('f39fd6e51aad88f6f4ce6ab8827279cfffb92266');
    const text = encodeBech32('halley', bytes);
    expect(text).toBe('halley17w0adeg64ky0daxwd2ugyuneellmjgnxjn5qmu');
    expect(decodeBech32(text)).toEqual({ prefix: 'halley', bytes });
  });

  it.each([
    ['A12UEL5L', ''],
    ['an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs', ''],
    ['abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw', '00443214c74254b635cf84653a56d7c675be77df'],
    [
      'split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w',
      'c5f38b70305f519bf66d85fb6cf03058f3dde463ecd7918f2dc743918f2d',
    ],
  ])('reads and writes %s of BIP-173', (text, hex) => {
    const { prefix: name, bytes } = decodeBech32(text);
    expect(toHex(bytes)).toBe(hex);
    expect(encodeBech32(name, bytes)).toBe(text.toLowerCase());
  });

  it.each([
    ['1axkwrx', 'invalid bech32 string length 7'],
    ['1axkwrxx', 'invalid separator index 0'],
    ['abc1defg', 'invalid separator index 3'],
    ['pzry9x0s0muk', 'invalid separator index -1'],
    ['halley é1qqqqqqq', "invalid character in string: ' '"],
    ['x1b4n0q5v', 'invalid character not part of charset: 98'],
    ['li1dgmt3', 'invalid separator index 2'],
    ['A1G7SGD8', 'invalid checksum (expected 2uel5l got g7sgd8)'],
    ['a12uEL5L', 'string not all lowercase or all uppercase'],
    [`a1${'q'.repeat(1100)}`, 'invalid bech32 string length 1102'],
  ])('refuses %s', (text, problem) => {
    expect(() => decodeBech32(text)).toThrow(problem);
    expect(() => decodeBech32(text)).toThrow(CodecError);
  });

  it('refuses letters that do not make whole bytes', () => {
    expect(() => decodeBech32('a1pv7wwwr')).toThrow('invalid incomplete group');
    expect(() => decodeBech32('a1qpamnt9j')).toThrow('invalid incomplete group');
  });

  it('refuses one changed letter', () => {
    const text = encodeBech32('halley', new Uint8Array(20).fill(7));
    for (let at = 7; at < text.length; at++) {
      const other = text[at] === 'q' ? 'p' : 'q';
      expect(() => decodeBech32(text.slice(0, at) + other + text.slice(at + 1))).toThrow('invalid checksum (expected ');
    }
  });

  it('refuses a prefix with upper case or without letters', () => {
    expect(() => encodeBech32('Halley', new Uint8Array())).toThrow('cannot be a prefix');
    expect(() => encodeBech32('', new Uint8Array())).toThrow('cannot be a prefix');
  });
});
