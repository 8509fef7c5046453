/** Reads and formats durations as Go does: `500ms`, `10s`, `1m30s`. */

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
