/** The result of a replay in words. */
import type { ReplayReport } from '../devnet/index.js';

const several = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Returns what was replayed: `120 heights, 314 transactions, 8,412 events`. */
export const counted = ({ heights, transactions, events }: ReplayReport): string =>
  [several(heights, 'height'), several(transactions, 'transaction'), several(events, 'event')].join(', ');

/** Describes the first difference, with the line in the file. */
export const differenceText = (
  file: string,
  { line, expected, got }: NonNullable<ReplayReport['difference']>,
): string => `line ${line} of "${file}" did not happen again:\n  expected: ${expected}\n  got:      ${got}`;

/** Returns why the file may have less than the session; undefined for a whole file. */
export function endNote(file: string, { end }: ReplayReport): string | undefined {
  if (end === 'cut-off') return `"${file}" is cut off in its last line, and was replayed up to there`;
  if (end === 'open') return `"${file}" does not say that its devnet has closed, and was replayed up to its last line`;
  return undefined;
}
