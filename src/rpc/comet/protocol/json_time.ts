/** Parses times in JSON as the engine does (CometBFT libs/json/decoder.go): Go's RFC 3339 form, in UTC. */
import { parseGoTime, TIME_LAYOUT } from '../../../kernel/go_time.js';
import type { UnixNanos } from '../../../kernel/time.js';
import { GoError, quoted } from './go_error.js';

/** Parses the JSON text of a value. Throws GoError. */
export function jsonTime(raw: string): UnixNanos {
  if (raw.length < 2 || !raw.startsWith('"') || !raw.endsWith('"'))
    throw new GoError(`JSON time must be an RFC3339 string, but got ${quoted(raw)}`);
  if (!raw.endsWith('Z"')) throw new GoError(`JSON time must be UTC and end with 'Z', but got ${quoted(raw)}`);
  const parsed = parseGoTime(raw.slice(1, -1), TIME_LAYOUT);
  if ('problem' in parsed) throw new GoError(parsed.problem);
  return parsed.time;
}
