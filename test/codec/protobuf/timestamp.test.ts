/** Tests Timestamp and Duration bodies against the reference vectors, in both directions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CodecError,
  decodeDuration,
  decodeTimestamp,
  encodeDuration,
  encodeTimestamp,
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
});
