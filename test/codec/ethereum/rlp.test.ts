/**
 * Tests RLP with the examples of the Ethereum wiki, the canonical form in both directions, geth's error texts, and viem
 * as the reference.
 */
import fc from 'fast-check';
import { toRlp } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  decodeRlp,
  encodeRlp,
  MAX_RLP_DEPTH,
  type RlpItem,
  rlpUint,
  uintFromRlp,
} from '../../../src/codec/ethereum/rlp.js';
import { CodecError } from '../../../src/codec/protobuf/index.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';

const { item } = fc.letrec<{ item: RlpItem; bytes: RlpItem; list: RlpItem }>((tie) => ({
  item: fc.oneof({ maxDepth: 4, depthSize: 'small' }, tie('bytes'), tie('list')),
  bytes: fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.uint8Array({ minLength: 50, maxLength: 300 })),
  list: fc.array(tie('item'), { maxLength: 5 }),
}));

describe('encoding', () => {
  it.each<[string, RlpItem, string]>([
    ['dog', utf8('dog'), '83646f67'],
    ['a list', [utf8('cat'), utf8('dog')], 'c88363617483646f67'],
    ['nothing', new Uint8Array(), '80'],
    ['an empty list', [], 'c0'],
    ['a zero byte', Uint8Array.of(0), '00'],
    ['15', Uint8Array.of(15), '0f'],
    ['1024', rlpUint(1024n), '820400'],
    ['sets of sets', [[], [[]], [[], [[]]]], 'c7c0c1c0c3c0c1c0'],
    ['56 bytes', new Uint8Array(56).fill(0x61), `b838${'61'.repeat(56)}`],
  ])('writes %s', (_, value, hex) => {
    expect(toHex(encodeRlp(value))).toBe(hex);
    expect(decodeRlp(fromHex(hex))).toEqual(value);
  });

  it('writes the same as viem, and reads it back', () => {
    fc.assert(
      fc.property(item, (value) => {
        const encoded = encodeRlp(value);
        expect(toHex(encoded)).toBe(toHex(toRlp(value, 'bytes')));
        expect(decodeRlp(encoded)).toEqual(value);
      }),
    );
  });

  it('writes a list longer than 64 KiB', () => {
    const value = Array.from({ length: 3000 }, () => new Uint8Array(40));
    expect(decodeRlp(encodeRlp(value))).toEqual(value);
  });
});

describe('decoding', () => {
  it('accepts only canonical encodings', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        let value: RlpItem;
        try {
          value = decodeRlp(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(CodecError);
          return;
        }
        expect(toHex(encodeRlp(value))).toBe(toHex(bytes));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['nothing', '', 'EOF'],
    ['a byte in a string of one', '8105', 'rlp: non-canonical size information'],
    ['a long form for a short string', 'b801ff', 'rlp: non-canonical size information'],
    ['a length with a leading zero', 'b90038', 'rlp: non-canonical size information'],
    ['a long form for a string of 55 bytes', `b837${'61'.repeat(55)}`, 'rlp: non-canonical size information'],
    ['a long form for a list of 55 bytes', `f837${'61'.repeat(55)}`, 'rlp: non-canonical size information'],
    ['a long form for a short list', 'f800', 'rlp: non-canonical size information'],
    ['a string beyond the end', '8461', 'rlp: value size exceeds available input length'],
    ['a list beyond the end', 'c561', 'rlp: value size exceeds available input length'],
    ['a huge length', 'bfffffffffffffffff', 'rlp: value size exceeds available input length'],
    ['an element beyond its list', 'c26161c28461', 'rlp: input contains more than one value'],
    ['an element larger than its list', 'c28461', 'rlp: element is larger than containing list'],
    ['a length that is cut off', 'b9', 'unexpected EOF'],
    ['more than one value', '8080', 'rlp: input contains more than one value'],
  ])('refuses %s as geth does', (_, hex, message) => {
    expect(() => decodeRlp(fromHex(hex))).toThrow(new CodecError(message));
  });

  it('refuses lists that are nested too deeply', () => {
    let deep: RlpItem = [];
    for (let i = 1; i < MAX_RLP_DEPTH; i++) deep = [deep];
    expect(decodeRlp(encodeRlp(deep))).toEqual(deep);
    expect(() => decodeRlp(encodeRlp([deep]))).toThrow('nest deeper than 64');
  });
});

describe('integers', () => {
  it('have no leading zeros', () => {
    expect(toHex(rlpUint(0n))).toBe('');
    fc.assert(
      fc.property(fc.bigInt(0n, 1n << 256n), (value) => {
        expect(uintFromRlp(rlpUint(value))).toBe(value);
      }),
    );
    expect(() => uintFromRlp(fromHex('0001'))).toThrow('rlp: non-canonical integer (leading zero bytes)');
    expect(() => uintFromRlp([])).toThrow('rlp: expected input string or byte');
  });
});
