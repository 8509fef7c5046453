/** Tests the protobuf writer and reader: gogoproto's rules, the reader's strictness, and numbers of every width. */
import { BinaryReader, BinaryWriter } from 'cosmjs-types/binary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CodecError,
  delimitedSize,
  encodeVarint,
  lengthDelimited,
  ProtoReader,
  ProtoWriter,
} from '../../../src/codec/protobuf/index.js';
import { readInt32, readUint32 } from '../../../src/codec/protobuf/int32.js';
import { InvariantViolation } from '../../../src/kernel/errors.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';

const MAX_INT64 = (1n << 63n) - 1n;
const MAX_UINT64 = (1n << 64n) - 1n;

const edges = [0n, 1n, 127n, 128n, 1n << 31n, 1n << 32n, 1n << 53n, 1n << 62n].flatMap((edge) => [edge - 1n, edge]);
const int64 = fc.oneof(fc.constantFrom(...edges), fc.bigInt(-MAX_INT64 - 1n, MAX_INT64));
const uint64 = fc.oneof(fc.constantFrom(...edges.filter((edge) => edge >= 0n)), fc.bigInt(0n, MAX_UINT64));

/** Generates characters of one to four bytes in UTF-8. */
const words = fc.string({ unit: fc.constantFrom('a', '\0', 'ñ', '€', '𝄞') });

/** Encodes seven bits at a time in bigints, as a varint is defined. */
function referenceVarint(value: bigint): string {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return toHex(Uint8Array.from([...bytes, Number(rest)]));
}

function firstField(bytes: Uint8Array): ProtoReader {
  const reader = new ProtoReader(bytes);
  reader.next();
  return reader;
}

describe('the writer', () => {
  it('omits zero values and writes present messages and elements', () => {
    const zeros = new ProtoWriter()
      .uint(1, 0n)
      .int(2, 0)
      .bool(3, false)
      .sfixed64(4, 0n)
      .double(5, 0)
      .string(6, '')
      .bytes(7, new Uint8Array());
    expect(toHex(zeros.finish())).toBe('');
    const empties = new ProtoWriter().message(1, new Uint8Array()).element(2, new Uint8Array());
    expect(toHex(empties.finish())).toBe('0a001200');
  });

  it('writes each kind of field', () => {
    const writer = new ProtoWriter()
      .uint(1, 300)
      .int(2, -1n)
      .bool(3, true)
      .sfixed64(4, -2n)
      .double(5, 1.5)
      .string(6, 'añ')
      .bytes(16, Uint8Array.of(9));
    expect(toHex(writer.finish())).toBe(
      '08ac02' +
        '10ffffffffffffffffff01' +
        '1801' +
        '21feffffffffffffff' +
        '29000000000000f83f' +
        '320361c3b1' +
        '82010109',
    );
  });

  it('writes varints as they are defined', () => {
    fc.assert(
      fc.property(fc.oneof(int64, uint64, fc.maxSafeInteger()), (value) => {
        expect(toHex(encodeVarint(value))).toBe(referenceVarint(BigInt(value)));
      }),
      { numRuns: 1000 },
    );
  });

  it('writes a nested message as an element of its encoding, whatever its length', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 20_000 }), { maxLength: 4 }), fc.nat(3), (chunks, depth) => {
        const write = (out: ProtoWriter, left: number): unknown => {
          for (const chunk of chunks) out.element(1, chunk);
          return left === 0 ? out : out.nested(2, left - 1, write).uint(3, left);
        };
        const reference = (left: number): Uint8Array => {
          const out = new ProtoWriter();
          for (const chunk of chunks) out.element(1, chunk);
          return left === 0
            ? out.finish()
            : out
                .element(2, reference(left - 1))
                .uint(3, left)
                .finish();
        };
        expect(toHex(new ProtoWriter().nested(2, depth, write).finish())).toBe(
          toHex(new ProtoWriter().element(2, reference(depth)).finish()),
        );
      }),
    );
  });

  it('preserves its content when the buffer grows', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 20 }), (chunks) => {
        const writer = new ProtoWriter();
        for (const chunk of chunks) writer.element(1, chunk);
        const reader = new ProtoReader(writer.finish());
        for (const chunk of chunks) {
          reader.next();
          expect(toHex(reader.bytes())).toBe(toHex(chunk));
        }
        expect(reader.done).toBe(true);
      }),
    );
  });

  it('returns arrays that later writes do not change, and is empty after finish', () => {
    const writer = new ProtoWriter().uint(1, 5);
    const first = writer.finish();
    expect(toHex(writer.uint(1, 6).finish())).toBe('0806');
    expect(toHex(new ProtoWriter().uint(1, 7).finish())).toBe('0807');
    expect(toHex(first)).toBe('0805');
  });

  it.each([0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152])('knows the size of a field of %s bytes', (length) => {
    expect(delimitedSize(length)).toBe(new ProtoWriter().element(1, new Uint8Array(length)).finish().length);
  });

  it.each([255, 256, 257, 512])('returns an array of %s bytes that no later writer changes', (length) => {
    const first = new ProtoWriter().raw(new Uint8Array(length).fill(7)).finish();
    const later = [1, 2, 3].map((byte) => new ProtoWriter().raw(new Uint8Array(length).fill(byte)).finish());
    expect([first, ...later].map((bytes) => [bytes.length, new Set(bytes)])).toEqual(
      [7, 1, 2, 3].map((byte) => [length, new Set([byte])]),
    );
  });

  it('refuses numbers that do not fit', () => {
    expect(() => new ProtoWriter().uint(1, -1)).toThrow(CodecError);
    expect(() => new ProtoWriter().uint(1, MAX_UINT64 + 1n)).toThrow(CodecError);
    expect(() => new ProtoWriter().int(1, MAX_INT64 + 1n)).toThrow(CodecError);
    expect(() => new ProtoWriter().int(1, 1.5)).toThrow(CodecError);
    expect(() => new ProtoWriter().uint(1, Number.NaN)).toThrow(CodecError);
    expect(() => new ProtoWriter().sfixed64(1, MAX_INT64 + 1n)).toThrow(CodecError);
  });

  it('writes a length prefix', () => {
    expect(toHex(lengthDelimited(new Uint8Array(200)).subarray(0, 3))).toBe('c80100');
  });
});

describe('the reader', () => {
  it('reads back what was written', () => {
    fc.assert(
      fc.property(uint64, int64, int64, fc.double({ noNaN: true }), words, (u, i, f, d, s) => {
        const bytes = new ProtoWriter().uint(1, u).int(2, i).sfixed64(3, f).double(4, d).string(5, s).bool(6, true);
        const reader = new ProtoReader(bytes.finish());
        const seen: Record<number, unknown> = {};
        while (!reader.done) {
          const { field } = reader.next();
          if (field === 1) seen[field] = reader.uint();
          else if (field === 2) seen[field] = reader.int();
          else if (field === 3) seen[field] = reader.sfixed64();
          else if (field === 4) seen[field] = reader.double();
          else if (field === 5) seen[field] = reader.string();
          else seen[field] = reader.bool();
        }
        expect([seen[1] ?? 0n, seen[2] ?? 0n, seen[3] ?? 0n, seen[5] ?? '', seen[6]]).toEqual([u, i, f, s, true]);
        expect(Object.is(seen[4] ?? 0, d)).toBe(true);
      }),
    );
  });

  it('reads what an independent writer wrote', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.maxSafeInteger().filter((n) => n < 2 ** 31),
        fc.uint8Array(),
        (u, i, b) => {
          const theirs = new BinaryWriter()
            .uint32(8)
            .uint32(u)
            .uint32(16)
            .int64(BigInt(i))
            .uint32(26)
            .bytes(b)
            .finish();
          const reader = new ProtoReader(new Uint8Array(theirs));
          reader.next();
          expect(reader.number()).toBe(u);
          reader.next();
          expect(reader.number()).toBe(i);
          reader.next();
          expect(toHex(reader.bytes())).toBe(toHex(b));
        },
      ),
    );
  });

  it('reads numbers within 2^53 of zero and refuses others', () => {
    const at = (value: bigint) => firstField(new ProtoWriter().int(1, value).finish());
    expect(at(-1n).number()).toBe(-1);
    expect(at(BigInt(Number.MIN_SAFE_INTEGER)).number()).toBe(Number.MIN_SAFE_INTEGER);
    expect(at(BigInt(Number.MAX_SAFE_INTEGER)).number()).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => at(1n << 53n).number()).toThrow('too large');
    expect(() => at(-(1n << 53n)).number()).toThrow('too large');
  });

  it('never reads past the end, and throws nothing but CodecError, on any bytes', () => {
    const anyRead = fc.constantFrom('uint', 'int', 'number', 'bool', 'sfixed64', 'double', 'bytes', 'string', 'skip');
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        fc.array(anyRead, { minLength: 40, maxLength: 40 }),
        (input, reads) => {
          const guarded = new Uint8Array(input.length + 16).fill(0x0a);
          guarded.set(input);
          const reader = new ProtoReader(guarded.subarray(0, input.length));
          try {
            for (let i = 0; !reader.done; i++) {
              reader.next();
              const value = reader[reads[i % reads.length] ?? 'skip']();
              if (value instanceof Uint8Array)
                expect(value.byteOffset + value.length).toBeLessThanOrEqual(input.length);
            }
          } catch (error) {
            expect(error).toBeInstanceOf(CodecError);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('accepts a message exactly when an independent reader does', () => {
    const scalars = fc.array(
      fc.oneof(
        fc.bigInt(0n, 1n << 63n).map((v) => new ProtoWriter().uint(1, v).finish()),
        fc.uint8Array({ maxLength: 9 }).map((v) => new ProtoWriter().element(2, v).finish()),
        fc.bigInt(1n, 1n << 62n).map((v) => new ProtoWriter().sfixed64(3, v).finish()),
      ),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(scalars, fc.nat(60), (fields, cut) => {
        const bytes = Uint8Array.from(fields.flatMap((field) => [...field])).subarray(0, cut);
        expect(accepts(() => skipAll(bytes))).toBe(accepts(() => skipAllOfReference(bytes)));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['an empty varint', '08'],
    ['an endless varint', '08ffffffffffffffffffff'],
    ['a varint of 65 bits', '0880808080808080808002'],
    ['a length beyond the end', '0a05aabb'],
    ['a length beyond 2^53', '0affffffffffffffffff01'],
    ['a fixed64 cut short', '09aabbcc'],
    ['field number 0', '0001'],
    ['a group', '0b0c'],
    ['wire type 6', '0e'],
    ['a tag above 32 bits', '8880808010'],
  ])('refuses %s', (_, hex) => {
    expect(() => skipAll(fromHex(hex))).toThrow(CodecError);
  });

  it('refuses a read of another wire type', () => {
    expect(() => firstField(fromHex('0801')).bytes()).toThrow('field 1: wire type is 0, expected 2');
    expect(() => firstField(fromHex('0a00')).uint()).toThrow('field 1: wire type is 2, expected 0');
    expect(() => firstField(fromHex('0d00000000')).sfixed64()).toThrow('field 1: wire type is 5, expected 1');
  });

  it('refuses text that is not UTF-8', () => {
    expect(() => firstField(fromHex('0a02c328')).string()).toThrow('field 1: text is not UTF-8');
  });

  it('reads 32-bit integers up to their limits', () => {
    const read = (readOne: typeof readUint32, v: bigint) => {
      const reader = new ProtoReader(new ProtoWriter().int(1, v).finish());
      reader.next();
      return readOne(reader, 'code');
    };
    expect(read(readUint32, 4_294_967_295n)).toBe(4_294_967_295);
    for (const v of [4_294_967_296n, -1n])
      expect(() => read(readUint32, v)).toThrow(`code is ${v}, expected 0 to 4294967295`);
    expect([2_147_483_647n, -2_147_483_648n].map((v) => read(readInt32, v))).toEqual([2_147_483_647, -2_147_483_648]);
    for (const v of [2_147_483_648n, -2_147_483_649n]) expect(() => read(readInt32, v)).toThrow(`code is ${v}`);
  });

  it('requires that every field is read', () => {
    const reader = firstField(fromHex('08011001'));
    expect(() => reader.next()).toThrow(InvariantViolation);
  });

  it('returns plain byte arrays for a Buffer', () => {
    const bytes = firstField(Buffer.from('0a020102', 'hex')).bytes();
    expect(bytes.constructor).toBe(Uint8Array);
    expect([...bytes]).toEqual([1, 2]);
  });
});

function skipAll(bytes: Uint8Array): void {
  const reader = new ProtoReader(bytes);
  while (!reader.done) {
    reader.next();
    reader.skip();
  }
}

function skipAllOfReference(bytes: Uint8Array): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) reader.skipType(reader.uint32() & 7);
  if (reader.pos > reader.len) throw new RangeError('read past the end');
}

function accepts(read: () => void): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
