/** Tests Timestamp and Duration bodies against the reference vectors, in both directions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CodecError,
  decodeDuration,
  decodeTimestamp,
  encodeDuration,
  encodeTimestamp,
  ProtoWriter,
} from '../../../src/codec/protobuf/index.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';
import { ZERO_TIME } from '../../../src/kernel/time.js';
import { vector } from '../../vectors/consensus.js';

const LAST_NANO = 253_402_300_800n * 1_000_000_000n - 1n;

describe('a timestamp', () => {
  it('has the bytes of the vectors', () => {
    const { expected } = vector<unknown, Record<string, string>>('prim/encodings');
    expect(toHex(encodeTimestamp(ZERO_TIME))).toBe(expected['zero_time']);
    expect(toHex(encodeTimestamp(0n))).toBe(expected['unix_epoch']);
    expect(toHex(encodeTimestamp(1_735_689_600_000_000_001n))).toBe(expected['time_2025_01_01_ns1']);
  });

  it('floors its seconds before the epoch', () => {
    expect(toHex(encodeTimestamp(-1n))).toBe('08ffffffffffffffffff0110ff93ebdc03');
  });

  it('is read back to the nanosecond', () => {
    fc.assert(
      fc.property(fc.bigInt(ZERO_TIME, LAST_NANO), (time) => {
        expect(decodeTimestamp(encodeTimestamp(time))).toBe(time);
      }),
    );
  });

  it('is in the years 1 to 9999', () => {
    expect(() => encodeTimestamp(ZERO_TIME - 1n)).toThrow(CodecError);
    expect(() => encodeTimestamp(LAST_NANO + 1n)).toThrow('outside the years 1 to 9999');
    expect(() => decodeTimestamp(fromHex('088092b8c398feffffff0110ffffffffffffffffff01'))).toThrow('outside 0 to');
    expect(() => decodeTimestamp(fromHex('10808094ebdc03'))).toThrow(CodecError);
    expect([ZERO_TIME, LAST_NANO].map((time) => decodeTimestamp(encodeTimestamp(time)))).toEqual([
      ZERO_TIME,
      LAST_NANO,
    ]);
    const at = (seconds: bigint, nanos: number) =>
      decodeTimestamp(new ProtoWriter().int(1, seconds).int(2, nanos).finish());
    expect(() => at(253_402_300_800n, 0)).toThrow('outside the years 1 to 9999');
    expect(() => at(-62_135_596_801n, 0)).toThrow('outside the years 1 to 9999');
    expect(at(1n, 999_999_999)).toBe(1_999_999_999n);
    for (const nanos of [1_000_000_000, -1])
      expect(() => at(1n, nanos)).toThrow(`${nanos} ns is outside 0 to 999999999`);
  });
});

describe('a duration', () => {
  it('is read back, even when negative', () => {
    fc.assert(
      fc.property(fc.bigInt(-(1n << 63n), (1n << 63n) - 1n), (nanos) => {
        expect(decodeDuration(encodeDuration(nanos))).toBe(nanos);
      }),
    );
  });

  it('has the same sign in both fields', () => {
    expect(() => decodeDuration(fromHex('080110ffffffffffffffffff01'))).toThrow('do not match 1 s');
  });

  it('has at most 292 years, as in Go, and less than a second in its second field', () => {
    const of = (seconds: bigint, nanos: number) =>
      decodeDuration(new ProtoWriter().int(1, seconds).int(2, nanos).finish());
    const LAST = 9_223_372_036n;
    for (const sign of [1n, -1n]) {
      expect(of(sign * LAST, Number(sign) * 854_775_807)).toBe(sign * (LAST * 1_000_000_000n + 854_775_807n));
      expect(() => of(sign * LAST, Number(sign) * 854_775_809)).toThrow('is out of range');
      expect(() => of(sign, Number(sign) * 1_000_000_000)).toThrow('less than 1 s');
      expect(of(0n, Number(sign) * 7)).toBe(sign * 7n);
    }
  });
});
