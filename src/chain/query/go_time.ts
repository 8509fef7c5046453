/**
 * Dates and times as Go's `time.Parse` reads them with the layouts `2006-01-02` and RFC 3339, and the texts with which it
 * refuses (consensus-rpc.md 9.1: a query's author sees them). Fractions of a second are left out: the language has none.
 */
import { joinTime, type UnixNanos } from '../../kernel/time.js';

export const DATE_LAYOUT = '2006-01-02';
export const TIME_LAYOUT = '2006-01-02T15:04:05Z07:00';

export type ParsedTime = { readonly time: UnixNanos; readonly year: number } | { readonly problem: string };

interface Field {
  /** Its spelling in the layout. */
  readonly layout: string;
  readonly pattern: RegExp;
  /** For the text `month out of range`. */
  readonly name?: string;
  readonly max?: number;
}

const literal = (layout: string): Field => ({ layout, pattern: new RegExp(`^${layout}`) });
const digits = (layout: string, name?: string, max?: number): Field => ({
  layout,
  pattern: new RegExp(`^\\d{${layout.length}}`),
  ...(name !== undefined && { name }),
  ...(max !== undefined && { max }),
});

const DATE_FIELDS: readonly Field[] = [
  digits('2006'),
  literal('-'),
  digits('01', 'month', 12),
  literal('-'),
  digits('02'),
];
const TIME_FIELDS: readonly Field[] = [
  ...DATE_FIELDS,
  literal('T'),
  digits('15', 'hour', 23),
  literal(':'),
  digits('04', 'minute', 59),
  literal(':'),
  digits('05', 'second', 59),
  { layout: 'Z07:00', pattern: /^(Z|[+-]\d\d:\d\d)/ },
];

/** The texts of the fields, or Go's complaint about the first one that does not fit. */
function splitFields(text: string, layout: string, fields: readonly Field[]): string[] | string {
  const found: string[] = [];
  let rest = text;
  for (const field of fields) {
    const part = field.pattern.exec(rest)?.[0];
    if (part === undefined) return `parsing time "${text}" as "${layout}": cannot parse "${rest}" as "${field.layout}"`;
    const value = Number(part);
    if (field.max !== undefined && (value > field.max || (field.name === 'month' && value === 0)))
      return `parsing time "${text}": ${field.name} out of range`;
    found.push(part);
    rest = rest.slice(part.length);
  }
  return rest === '' ? found : `parsing time "${text}": extra text: "${rest}"`;
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

function offsetSeconds(zone: string): number {
  if (zone === 'Z') return 0;
  const seconds = Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4)) * 60;
  return zone.startsWith('-') ? -seconds : seconds;
}

export function parseGoTime(text: string, layout: typeof DATE_LAYOUT | typeof TIME_LAYOUT): ParsedTime {
  const parts = splitFields(text, layout, layout === DATE_LAYOUT ? DATE_FIELDS : TIME_FIELDS);
  if (typeof parts === 'string') return { problem: parts };
  const [year, , month, , day, , hour = 0, , minute = 0, , second = 0] = parts.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    ...number[],
  ];
  if (day < 1 || day > daysIn(year, month)) return { problem: `parsing time "${text}": day out of range` };
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return { time: joinTime(BigInt(date.getTime() / 1000 - offsetSeconds(parts[11] ?? 'Z')), 0), year };
}
