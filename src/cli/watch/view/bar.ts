/** Draws the voted power as a bar, with the line that more than two thirds of the power cross. */

import { NIL } from '../../../client/rounds/state.js';
import { shareText, type Tally } from '../../../client/rounds/tally.js';
import { hashText } from './lines.js';
import { BLOCK_MARK, NIL_MARK, NO_MARK } from './marks.js';
import { cell, type Span } from './spans.js';

const LINE_MARK = '|';
const LABEL_COLUMNS = 12;
const SHARE_COLUMNS = 9;
const MIN_COLUMNS = 12;
const MAX_COLUMNS = 60;
/** Is the space for the text after the bar. */
const RESULT_COLUMNS = 18;

/** Draws a bar: votes for blocks, votes for nil, and the rest. Every part is rounded down. */
export function barOf({ powers, voted, total }: Tally, columns: number): readonly Span[] {
  const line = Math.floor((2 * columns) / 3);
  const cells = (power: bigint): number => (total === 0n ? 0 : Number((power * BigInt(columns)) / total));
  const nil = powers.find(([value]) => value === NIL)?.[1] ?? 0n;
  const [blockEnd, votedEnd] = [cells(voted - nil), cells(voted)];
  const text = BLOCK_MARK.repeat(blockEnd) + NIL_MARK.repeat(votedEnd - blockEnd) + NO_MARK.repeat(columns - votedEnd);
  const styled = (start: number, end: number): readonly Span[] => [
    [text.slice(start, Math.min(end, blockEnd)), 'green'],
    [text.slice(Math.max(start, blockEnd), Math.min(end, votedEnd)), 'yellow'],
    [text.slice(Math.max(start, votedEnd), end), 'dim'],
  ];
  return [['['], ...styled(0, line), [LINE_MARK, 'bold'], ...styled(line, columns), [']']];
}

/** Says for what more than two thirds have voted. */
function resultOf({ majority, hasTwoThirds }: Tally): Span {
  if (majority !== undefined) return [`+2/3 ${hashText(majority)}`, majority === NIL ? 'yellow' : 'green'];
  return hasTwoThirds ? ['+2/3 any', 'yellow'] : [''];
}

/** Draws the line of one type of votes. */
export function tallyLine(label: string, tally: Tally, width: number): readonly Span[] {
  const free = width - LABEL_COLUMNS - SHARE_COLUMNS - RESULT_COLUMNS - 3;
  const columns = Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, free));
  const share = ` ${shareText(tally.voted, tally.total)}`.padEnd(SHARE_COLUMNS);
  return [[cell(label, LABEL_COLUMNS)], ...barOf(tally, columns), [share], resultOf(tally)];
}
