/** Encodes times in keys of stores, whose order is that of the times (SDK `FormatTimeBytes`). */
import { type Bytes, concatBytes } from '../../kernel/bytes.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import { parseTime, splitTime, type UnixNanos } from '../../kernel/time.js';

/** Bytes of a time: `2026-01-02T03:04:05.000000006`. */
export const TIME_BYTES = 29;

/** Text of the last time that was encoded: entries that end together have the same. */
let last: { readonly time: UnixNanos; readonly text: Bytes } | undefined;

/** Returns the key of a time, after a prefix of one byte. */
export function timeKey(prefix: Bytes, time: UnixNanos): Bytes {
  if (time !== last?.time) last = { time, text: timeText(time) };
  return concatBytes(prefix, last.text);
}

function timeText(time: UnixNanos): Bytes {
  const { seconds, nanos } = splitTime(time);
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, -'.000Z'.length);
  return utf8(`${whole}.${nanos.toString().padStart(9, '0')}`);
}

/** Returns the time in a key. */
export const timeOfKey = (key: Bytes): UnixNanos => parseTime(`${fromUtf8(key.subarray(1, 1 + TIME_BYTES))}Z`) ?? 0n;
