/**
 * Renders the view: a pure function from what is known of a chain, and from the size of the output, to lines of text.
 * No line is longer than the width, and there are no more lines than fit.
 */
import { type Names, nameOf } from '../../../client/rounds/names.js';
import type { View } from '../../../client/rounds/session.js';
import {
  type BlockAtRound,
  type DecidedHeight,
  NIL,
  type RoundsState,
  shownRound,
} from '../../../client/rounds/state.js';
import { shareText, type Tally, tallyOf } from '../../../client/rounds/tally.js';
import { hashText, incidentLine } from './lines.js';
import { BLOCK_MARK, NIL_MARK, NO_MARK } from './marks.js';
import { cell, lineOf, type Span } from './spans.js';
import { validatorLines } from './validators.js';

export interface Size {
  readonly width: number;
  /** Number of lines; `undefined` when there is no limit. */
  readonly height: number | undefined;
  readonly hasColors: boolean;
}

type Lines = readonly (readonly Span[])[];

export function render(view: View, { width, height, hasColors }: Size): string[] {
  const { state, names } = view;
  const round = shownRound(state);
  const head: Lines = [
    titleLine(view),
    positionLine(state, names),
    ...valueLines(state),
    [],
    ...roundLines(view, width),
  ];
  const tail: Lines = [[], decidedLine(state.decided), ...incidentLines(view)];
  const free = height === undefined ? undefined : Math.max(1, height - head.length - tail.length);
  const validators = validatorLines({ round, names, width, lines: free });
  const lines = [...head, ...validators, ...tail].map((spans) => lineOf(spans, width, hasColors));
  return height === undefined ? lines : lines.slice(0, height);
}

function titleLine({ node, problem }: View): readonly Span[] {
  const status: Span = problem === undefined ? ['live', 'green'] : [problem, 'red'];
  const about = `${node.moniker}, CometBFT ${node.version}`;
  return [[node.chainId, 'bold'], ['  '], status, [`  ${node.label}  (${about})`, 'dim']];
}

function positionLine({ position, proposer }: RoundsState, names: Names): readonly Span[] {
  return [
    [`Height ${position.height}  Round ${position.round}  `, 'bold'],
    [`Step ${position.step}`, 'bold'],
    [proposer === undefined ? '' : `  Proposer ${nameOf(names, proposer)}`],
  ];
}

const VALUE_COLUMNS = 12;

const atRound = (block: BlockAtRound | undefined): string =>
  block === undefined ? 'none' : `${hashText(block.block)} (round ${block.round})`;

function valueLines({ proposal, locked, valid }: RoundsState): Lines {
  return [
    [[`${cell('Proposal', VALUE_COLUMNS)}${proposal === undefined ? 'none' : hashText(proposal)}`]],
    [
      [`${cell('Locked', VALUE_COLUMNS)}`],
      [atRound(locked), locked === undefined ? 'plain' : 'green'],
      [`   Valid ${atRound(valid)}`],
    ],
  ];
}

const LINE_MARK = '|';
const LABEL_COLUMNS = 12;
const SHARE_COLUMNS = 9;
const MIN_BAR_COLUMNS = 12;
const MAX_BAR_COLUMNS = 60;
/** Space for the text after the bar. */
const RESULT_COLUMNS = 18;

/** Draws a bar of votes for blocks, for nil, and the rest, rounded down, with the line of two thirds of the power. */
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

/** Returns for what more than two thirds have voted. */
function resultOf({ majority, hasTwoThirds }: Tally): Span {
  if (majority !== undefined) return [`+2/3 ${hashText(majority)}`, majority === NIL ? 'yellow' : 'green'];
  return hasTwoThirds ? ['+2/3 any', 'yellow'] : [''];
}

/** Draws the line of one type of votes. */
function tallyLine(label: string, tally: Tally, width: number): readonly Span[] {
  const free = width - LABEL_COLUMNS - SHARE_COLUMNS - RESULT_COLUMNS - 3;
  const columns = Math.max(MIN_BAR_COLUMNS, Math.min(MAX_BAR_COLUMNS, free));
  const share = ` ${shareText(tally.voted, tally.total)}`.padEnd(SHARE_COLUMNS);
  return [[cell(label, LABEL_COLUMNS)], ...barOf(tally, columns), [share], resultOf(tally)];
}

/** Shows the votes of a round. Between two heights it is the one that decided the height before. */
function roundLines({ state }: View, width: number): Lines {
  const { height, round, validators, votes, hasPrevotes } = shownRound(state);
  const decided = height === state.position.height ? '' : ', which is decided';
  return [
    [[`Votes of height ${height}, round ${round}${decided}`, 'dim']],
    hasPrevotes ? tallyLine('Prevotes', tallyOf(votes.prevote, validators), width) : UNKNOWN_PREVOTES,
    tallyLine('Precommits', tallyOf(votes.precommit, validators), width),
    [],
  ];
}

const UNKNOWN_PREVOTES: readonly Span[] = [['Prevotes    unknown: a dump has none of a decided height', 'dim']];

/** Most decided heights that the view shows. */
const SHOWN_HEIGHTS = 8;

function decidedLine(decided: readonly DecidedHeight[]): readonly Span[] {
  const shown = decided
    .slice(0, SHOWN_HEIGHTS)
    .map(
      ({ height, round }): Span => [
        `   ${height}: ${round === undefined ? '?' : round + 1}`,
        round !== undefined && round > 0 ? 'yellow' : 'plain',
      ],
    );
  return [['Rounds needed'], ...(shown.length === 0 ? ([['   none seen yet', 'dim']] as const) : shown)];
}

const incidentLines = ({ state, names }: View): Lines =>
  state.incidents.map((incident) => [[incidentLine(incident, names), incident.type === 'evidence' ? 'red' : 'yellow']]);
