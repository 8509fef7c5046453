/** Times in JSON as the engine takes them: RFC 3339 in UTC, with the texts of Go's `time.Parse` for what is not one. */
import { parseTime, type UnixNanos } from '../../../kernel/time.js';
import { GoError, quoted } from './go_error.js';

const LAYOUT = '2006-01-02T15:04:05Z07:00';
/** Each piece of the layout: what must stand there, and the name of the range that it may leave. */
const PIECES: readonly (readonly [layout: string, pattern: RegExp, name?: string, least?: number, most?: number])[] = [
  ['2006', /^\d{4}/],
  ['-', /^-/],
  ['01', /^\d\d/, 'month', 1, 12],
  ['-', /^-/],
  ['02', /^\d\d/, 'day', 1, 31],
  ['T', /^T/],
  ['15', /^\d\d/, 'hour', 0, 23],
  [':', /^:/],
  ['04', /^\d\d/, 'minute', 0, 59],
  [':', /^:/],
  ['05', /^\d\d(?:[.,]\d+)?/, 'second', 0, 59],
  ['Z07:00', /^Z/],
];
/** Nanoseconds are the ninth digit; Go drops the rest. */
const TOO_FINE = /(\.\d{9})\d+/;

/** What is wrong with a text that is not a time. */
function complaint(text: string): string {
  let rest = text;
  for (const [layout, pattern, name, least = 0, most = 0] of PIECES) {
    const part = pattern.exec(rest)?.[0];
    if (part === undefined)
      return `parsing time ${quoted(text)} as ${quoted(LAYOUT)}: cannot parse ${quoted(rest)} as ${quoted(layout)}`;
    const value = Number.parseInt(part, 10);
    if (name !== undefined && (value < least || value > most))
      return `parsing time ${quoted(text)}: ${name} out of range`;
    rest = rest.slice(part.length);
  }
  return rest === ''
    ? `parsing time ${quoted(text)}: day out of range`
    : `parsing time ${quoted(text)}: extra text: ${quoted(rest)}`;
}

/** From the JSON text of a value. Throws GoError. */
export function jsonTime(raw: string): UnixNanos {
  if (raw.length < 2 || !raw.startsWith('"') || !raw.endsWith('"'))
    throw new GoError(`JSON time must be an RFC3339 string, but got ${quoted(raw)}`);
  if (!raw.endsWith('Z"')) throw new GoError(`JSON time must be UTC and end with 'Z', but got ${quoted(raw)}`);
  const text = raw.slice(1, -1);
  const time = parseTime(text.replace(TOO_FINE, '$1'));
  if (time === undefined) throw new GoError(complaint(text));
  return time;
}
