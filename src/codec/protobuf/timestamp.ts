/**
 * Encodes the bodies of google.protobuf.Timestamp and Duration: seconds in field 1, nanoseconds in field 2
 * (consensus-engine.md 2.1). A timestamp rounds its seconds down. Both fields of a duration have its sign.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { joinTime, NANOS_PER_SECOND, splitTime, type UnixNanos } from '../../kernel/time.js';
import { CodecError } from '../codec_error.js';
import { ProtoReader } from './reader.js';
import { ProtoWriter } from './writer.js';

/** 0001-01-01. PAST_LAST_SECOND is 10000-01-01. Protobuf allows the times between them. */
const FIRST_SECOND = -62_135_596_800n;
const PAST_LAST_SECOND = 253_402_300_800n;
/** Longest duration that Go can hold, an int64 of nanoseconds: 292 years. Protobuf itself allows 10,000. */
const MAX_DURATION = (1n << 63n) - 1n;

function checkRange(seconds: bigint): void {
  if (seconds < FIRST_SECOND || seconds >= PAST_LAST_SECOND)
    throw new CodecError(`timestamp: ${seconds} s is outside the years 1 to 9999`);
}

/** Writes a timestamp. Throws CodecError outside the years 1 to 9999. */
export function writeTimestamp(out: ProtoWriter, time: UnixNanos): ProtoWriter {
  const { seconds, nanos } = splitTime(time);
  checkRange(seconds);
  return out.int(1, seconds).int(2, nanos);
}

export const encodeTimestamp = (time: UnixNanos): Bytes => writeTimestamp(new ProtoWriter(), time).finish();

function readSecondsAndNanos(bytes: Bytes, message: string): { seconds: bigint; nanos: number } {
  const reader = new ProtoReader(bytes);
  let seconds = 0n;
  let nanos = 0;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) seconds = reader.int();
    else if (field === 2) nanos = reader.number();
    else throw reader.unknown(message);
  }
  return { seconds, nanos };
}

export function decodeTimestamp(bytes: Bytes): UnixNanos {
  const { seconds, nanos } = readSecondsAndNanos(bytes, 'Timestamp');
  checkRange(seconds);
  if (nanos < 0 || nanos > 999_999_999) throw new CodecError(`timestamp: ${nanos} ns is outside 0 to 999999999`);
  return joinTime(seconds, nanos);
}

/** Encodes a duration. `nanos` may be negative. */
export function encodeDuration(nanos: bigint): Bytes {
  return new ProtoWriter()
    .int(1, nanos / NANOS_PER_SECOND)
    .int(2, nanos % NANOS_PER_SECOND)
    .finish();
}

export function decodeDuration(bytes: Bytes): bigint {
  const { seconds, nanos } = readSecondsAndNanos(bytes, 'Duration');
  if (Math.abs(nanos) > 999_999_999 || (seconds > 0n && nanos < 0) || (seconds < 0n && nanos > 0))
    throw new CodecError(`duration: ${nanos} ns do not match ${seconds} s, expected the same sign and less than 1 s`);
  const duration = joinTime(seconds, nanos);
  if (duration > MAX_DURATION || duration < -MAX_DURATION - 1n)
    throw new CodecError(`duration: ${seconds} s is out of range, expected at most 292 years`);
  return duration;
}
