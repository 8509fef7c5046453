/**
 * Represents instants as whole nanoseconds since the Unix epoch in a bigint, because a JavaScript Date loses the
 * nanoseconds that block hashes need. Text is RFC 3339 in UTC with trailing zeros of the fraction trimmed, as Go prints
 * `time.Time`.
 */

/** Nanoseconds since 1970-01-01T00:00:00Z; may be negative. */
export type UnixNanos = bigint;

export const NANOS_PER_SECOND = 1_000_000_000n;
export const NANOS_PER_MILLISECOND = 1_000_000n;

/** Converts milliseconds, which may have a fraction, to whole nanoseconds. */
export const nanosOf = (ms: number): bigint => BigInt(Math.round(ms * Number(NANOS_PER_MILLISECOND)));

/** Go's zero `time.Time`, 0001-01-01T00:00:00Z: the timestamp of an absent commit signature. */
export const ZERO_TIME: UnixNanos = -62_135_596_800n * NANOS_PER_SECOND;

/**
 * 2262-01-01T00:00:00Z, the latest time allowed. The 64-bit nanoseconds of hashes and evidence end a hundred days
 * later.
 */
export const END_OF_TIME: UnixNanos = 9_214_646_400n * NANOS_PER_SECOND;

/**
 * 2261-07-01T00:00:00Z, where the headers of a devnet stop following its time. From there on, each nanosecond of a header
 * is a second of the EVM, so that contracts can see years that a header cannot hold.
 */
const LAST_FOLLOWED: UnixNanos = 9_198_748_800n * NANOS_PER_SECOND;

/** Latest timestamp that a block can be given: the last that JavaScript's clients read exactly. Blocks can follow it. */
export const LATEST_TIMESTAMP = 9_007_199_254_740_991n;

/** Splits a time into floored seconds and nanoseconds 0..999,999,999, as protobuf's Timestamp. */
export function splitTime(time: UnixNanos): { readonly seconds: bigint; readonly nanos: number } {
  let seconds = time / NANOS_PER_SECOND;
  let nanos = time % NANOS_PER_SECOND;
  if (nanos < 0n) {
    nanos += NANOS_PER_SECOND;
    seconds -= 1n;
  }
  return { seconds, nanos: Number(nanos) };
}

export const joinTime = (seconds: bigint, nanos: number): UnixNanos => seconds * NANOS_PER_SECOND + BigInt(nanos);

/** Returns the seconds since the epoch, floored, as in an EVM block's timestamp. */
export const unixSeconds = (time: UnixNanos): bigint => splitTime(time).seconds;

/** Returns the time that the EVM sees in a block whose header has this time, in nanoseconds. */
export const evmNanos = (header: UnixNanos): UnixNanos =>
  header < LAST_FOLLOWED ? header : LAST_FOLLOWED + (header - LAST_FOLLOWED) * NANOS_PER_SECOND;

/** Returns the time of a header for a time of the EVM in nanoseconds, of which whole seconds count from 2261-07 on. */
export const headerTime = (evm: UnixNanos): UnixNanos =>
  evm < LAST_FOLLOWED ? evm : LAST_FOLLOWED + (evm - LAST_FOLLOWED) / NANOS_PER_SECOND;

/** Returns the timestamp of the EVM block whose header has this time. */
export const evmTimestamp = (header: UnixNanos): bigint => unixSeconds(evmNanos(header));

/** Returns whether headers stand still at this time, of a header or of the EVM. */
export const isBeyondHeaders = (header: UnixNanos): boolean => header >= LAST_FOLLOWED;

export function formatTime(time: UnixNanos): string {
  const { seconds, nanos } = splitTime(time);
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  if (nanos === 0) return `${whole}Z`;
  return `${whole}.${nanos.toString().padStart(9, '0').replace(/0+$/, '')}Z`;
}

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/** Parses an RFC 3339 text; returns undefined when it is invalid. */
export function parseTime(text: string): UnixNanos | undefined {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone] = match as unknown as string[];
  const millis = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const date = new Date(millis);
  if (Number(year) < 100) date.setUTCFullYear(Number(year));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day) || Number(hour) > 23)
    return undefined;
  if (Number(minute) > 59 || Number(second) > 59) return undefined;
  let offsetMinutes = 0;
  if (zone !== 'Z') {
    const [hours, minutes] = (zone as string).slice(1).split(':').map(Number) as [number, number];
    offsetMinutes = (hours * 60 + minutes) * ((zone as string)[0] === '-' ? -1 : 1);
  }
  const seconds = BigInt(date.getTime() / 1000 - offsetMinutes * 60);
  return joinTime(seconds, Number((fraction as string).padEnd(9, '0')));
}
