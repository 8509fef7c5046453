/** Formats nanoseconds as protobuf's JSON writes a Duration: `1814400s`, `0.5s`. */
import { NANOS_PER_SECOND } from '../../kernel/time.js';

const FRACTION_DIGITS = 9;

export function formatDuration(nanos: bigint): string {
  const fraction = (nanos % NANOS_PER_SECOND).toString().padStart(FRACTION_DIGITS, '0').replace(/0+$/, '');
  return `${nanos / NANOS_PER_SECOND}${fraction === '' ? '' : `.${fraction}`}s`;
}
