/** Compares times with the results of Go 1.26's `time.Time.UnmarshalJSON` and `Time.String` for the same texts. */
import { describe, expect, it } from 'vitest';
import { goTimeText, parseGoTime, TIME_LAYOUT } from '../../src/kernel/go_time.js';

const GO: readonly (readonly [text: string, answer: string])[] = [
  ['2024-01-01T5:04:05Z', '2024-01-01 05:04:05 +0000 UTC'],
  ['2024-01-01T05:04:05,25Z', '2024-01-01 05:04:05.25 +0000 UTC'],
  ['2024-01-01T05:04:05.1234567891Z', '2024-01-01 05:04:05.123456789 +0000 UTC'],
  ['0000-01-01T05:04:05Z', '0000-01-01 05:04:05 +0000 UTC'],
  ['2024-02-30T05:04:05Z', 'parsing time "2024-02-30T05:04:05Z": day out of range'],
  ['2024-01-00T05:04:05Z', 'parsing time "2024-01-00T05:04:05Z": day out of range'],
  ['2024-13-01T05:04:05Z', 'parsing time "2024-13-01T05:04:05Z": month out of range'],
  ['2024-01-01T24:04:05Z', 'parsing time "2024-01-01T24:04:05Z": hour out of range'],
  ['2024-01-01T05:04:60Z', 'parsing time "2024-01-01T05:04:60Z": second out of range'],
  ['2024-01-01T05:04:05+01:00Z', 'parsing time "2024-01-01T05:04:05+01:00Z": extra text: "Z"'],
  [
    '2024-01-01t05:04:05Z',
    'parsing time "2024-01-01t05:04:05Z" as "2006-01-02T15:04:05Z07:00": cannot parse "t05:04:05Z" as "T"',
  ],
  [
    '2024-01-01T05:04:05.Z',
    'parsing time "2024-01-01T05:04:05.Z" as "2006-01-02T15:04:05Z07:00": cannot parse ".Z" as "Z07:00"',
  ],
  [
    'é024Z',
    String.raw`parsing time "\xc3\xa9024Z" as "2006-01-02T15:04:05Z07:00": cannot parse "\xc3\xa9024Z" as "2006"`,
  ],
  [String.raw`a\"Z`, String.raw`parsing time "a\\\"Z" as "2006-01-02T15:04:05Z07:00": cannot parse "a\\\"Z" as "2006"`],
  ['', 'parsing time "" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "2006"'],
];

describe('times as Go reads and prints them', () => {
  it.each(GO)('%s', (text, answer) => {
    const parsed = parseGoTime(text, TIME_LAYOUT);
    expect('time' in parsed ? goTimeText(parsed.time) : parsed.problem).toBe(answer);
  });
});
