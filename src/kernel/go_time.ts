/** Reads and formats times and durations as Go does. */
import { utf8 } from './text.js';
import { formatTime, joinTime, type UnixNanos } from './time.js';

export const DATE_LAYOUT = '2006-01-02';
export const TIME_LAYOUT = '2006-01-02T15:04:05Z07:00';

/** Parsed time with its year; or `problem`, Go's message for an invalid text. */
export type ParsedTime = { readonly time: UnixNanos; readonly year: number } | { readonly problem: string };

/** Quotes a text as Go's `time` does in its errors: byte by byte, unlike `%q`. */
function quote(text: string): string {
  const escaped = text.replace(/["\\]|[^ -\x7f]/gu, (char) =>
    char === '"' || char === '\\' ? `\\${char}` : Array.from(utf8(char), (byte) => `\\x${toHexPair(byte)}`).join(''),
  );
  return `"${escaped}"`;
}

const toHexPair = (byte: number): string => byte.toString(16).padStart(2, '0');

const refusal = (text: string, why: string): string => `parsing time ${quote(text)}${why}`;

interface Field {
  /** Text of the field in the layout. */
  readonly layout: string;
  readonly pattern: RegExp;
  /** Returns Go's name of the value that is out of range; undefined when it is in range. */
  readonly outOfRange?: (part: string) => string | undefined;
}

const literal = (layout: string): Field => ({ layout, pattern: new RegExp(`^${layout}`) });

const number = (layout: string, pattern: RegExp, name: string, min: number, max: number): Field => ({
  layout,
  pattern,
  outOfRange: (part) => (Number.parseInt(part, 10) < min || Number.parseInt(part, 10) > max ? name : undefined),
});

function zoneOutOfRange(part: string): string | undefined {
  if (part === 'Z') return undefined;
  if (Number(part.slice(4)) > 60) return 'time zone offset minute';
  return Number(part.slice(1, 3)) > 24 ? 'time zone offset hour' : undefined;
}

const DATE_FIELDS: readonly Field[] = [
  { layout: '2006', pattern: /^\d{4}/ },
  literal('-'),
  number('01', /^\d\d/, 'month', 1, 12),
  literal('-'),
  { layout: '02', pattern: /^\d\d/ },
];
const TIME_FIELDS: readonly Field[] = [
  ...DATE_FIELDS,
  literal('T'),
  number('15', /^\d\d?/, 'hour', 0, 23),
  literal(':'),
  number('04', /^\d\d/, 'minute', 0, 59),
  literal(':'),
  number('05', /^\d\d(?:[.,]\d+)?/, 'second', 0, 59),
  { layout: 'Z07:00', pattern: /^(Z|[+-]\d\d:\d\d)/, outOfRange: zoneOutOfRange },
];

/** Returns the texts of the fields, or Go's message about the first one that does not match. */
function splitFields(text: string, layout: string, fields: readonly Field[]): string[] | string {
  const found: string[] = [];
  let rest = text;
  for (const field of fields) {
    const part = field.pattern.exec(rest)?.[0];
    if (part === undefined) {
      const why = ` as ${quote(layout)}: cannot parse ${quote(rest)} as ${quote(field.layout)}`;
      return refusal(text, why);
    }
    const wrong = field.outOfRange?.(part);
    if (wrong !== undefined) return refusal(text, `: ${wrong} out of range`);
    found.push(part);
    rest = rest.slice(part.length);
  }
  return rest === '' ? found : refusal(text, `: extra text: ${quote(rest)}`);
}

/**
 * Returns the days in a month. The calendar repeats after 400 years; `Date.UTC` maps years below 100 to the twentieth
 * century.
 */
const daysIn = (year: number, month: number): number => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

function offsetSeconds(zone: string): number {
  if (zone === 'Z') return 0;
  const seconds = Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4)) * 60;
  return zone.startsWith('-') ? -seconds : seconds;
}

/** Returns the nanoseconds of a text such as `05.25`; digits after the ninth are dropped. */
const fractionOf = (second: string): number => Number(second.slice(3, 12).padEnd(9, '0'));

export function parseGoTime(text: string, layout: typeof DATE_LAYOUT | typeof TIME_LAYOUT): ParsedTime {
  const parts = splitFields(text, layout, layout === DATE_LAYOUT ? DATE_FIELDS : TIME_FIELDS);
  if (typeof parts === 'string') return { problem: parts };
  const at = (field: number): number => Number.parseInt(parts[field] ?? '0', 10);
  const [year, month, day] = [at(0), at(2), at(4)];
  if (day < 1 || day > daysIn(year, month)) return { problem: refusal(text, ': day out of range') };
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(at(6), at(8), at(10));
  const seconds = date.getTime() / 1000 - offsetSeconds(parts[11] ?? 'Z');
  return { time: joinTime(BigInt(seconds), fractionOf(parts[10] ?? '')), year };
}

/** Formats a time as Go's `Time.String` does, in UTC. */
export const goTimeText = (time: UnixNanos): string =>
  `${formatTime(time).replace('T', ' ').replace('Z', '')} +0000 UTC`;

const UNIT_MS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
};
const DURATION = /^(?:\d+(?:\.\d+)?(?:h|ms|m|s|us|µs|ns))+$/;

/** Parses a duration to milliseconds; returns undefined when it is invalid or more than `maxMs`. */
export function readGoDuration(text: string, maxMs: number): number | undefined {
  if (text === '0') return 0;
  if (!DURATION.test(text)) return undefined;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s|us|µs|ns)/g))
    total += Number(count) * (UNIT_MS[unit as string] as number);
  return Number.isFinite(total) && total <= maxMs ? total : undefined;
}

const NANOS_PER_SECOND = 1_000_000_000n;
const SMALL_UNITS = [
  ['ms', 1_000_000n],
  ['µs', 1000n],
  ['ns', 1n],
] as const;

/** Formats a duration in nanoseconds as Go does (`Duration.String`): `1h0m0.5s`, `1.5ms`, `0s`. */
export function goDurationText(nanos: bigint): string {
  if (nanos < 0n) return `-${goDurationText(-nanos)}`;
  if (nanos === 0n) return '0s';
  if (nanos < NANOS_PER_SECOND) {
    const [unit, size] = SMALL_UNITS.find(([, least]) => nanos >= least) ?? ['ns', 1n];
    return decimal(nanos, size) + unit;
  }
  const minutes = nanos / (60n * NANOS_PER_SECOND);
  const seconds = `${decimal(nanos % (60n * NANOS_PER_SECOND), NANOS_PER_SECOND)}s`;
  if (minutes === 0n) return seconds;
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

/** Formats `nanos` in units of `size`, without trailing zeros. */
function decimal(nanos: bigint, size: bigint): string {
  const fraction = (nanos % size)
    .toString()
    .padStart(size.toString().length - 1, '0')
    .replace(/0+$/, '');
  return `${nanos / size}${size === 1n || fraction === '' ? '' : `.${fraction}`}`;
}
