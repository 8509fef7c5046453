/**
 * Shows the validators with their votes: a row for each, or a cell for each when there are too many, or only the marks
 * of their votes when not even those fit.
 */
import { type Names, nameOf } from '../../../client/rounds/names.js';
import type { Round } from '../../../client/rounds/state.js';
import { shareText } from '../../../client/rounds/tally.js';
import { LEGEND, markOf, styleOf, valueText } from './marks.js';
import { cell, type Span } from './spans.js';

export interface ValidatorsView {
  readonly round: Round;
  readonly names: Names;
  readonly width: number;
  /** Number of lines; `undefined` without a limit. */
  readonly lines: number | undefined;
}

type Lines = readonly (readonly Span[])[];

export function validatorLines(view: ValidatorsView): Lines {
  const { lines } = view;
  const fits = (found: Lines): boolean => lines === undefined || found.length <= lines;
  if (lines === undefined || view.round.validators.length < lines) return rowsOf(view);
  const cells = cellsOf(view);
  if (fits(cells)) return cells;
  const marks = marksOf(view);
  if (fits(marks)) return marks;
  return [...marks.slice(0, Math.max(0, lines - 1)), [['Not all validators fit; make the window larger.', 'dim']]];
}

const VALUE_COLUMNS = 10;
const POWER_COLUMNS = 9;
const MIN_NAME_COLUMNS = 12;
const MAX_NAME_COLUMNS = 22;

function rowsOf({ round, names, width }: ValidatorsView): Lines {
  const { validators, votes, proposer, hasPrevotes } = round;
  const free = width - 2 - POWER_COLUMNS - 2 * VALUE_COLUMNS;
  const nameColumns = Math.max(MIN_NAME_COLUMNS, Math.min(MAX_NAME_COLUMNS, free));
  const total = validators.reduce((sum, { power }) => sum + power, 0n);
  const head = [
    ...[cell('  Validator', 2 + nameColumns), cell('Power', POWER_COLUMNS)],
    ...[cell('Prevote', VALUE_COLUMNS), cell('Precommit', VALUE_COLUMNS)],
  ].join('');
  const rows = validators.map(({ address, power }): readonly Span[] => {
    const isProposer = address === proposer;
    const [prevote, precommit] = [votes.prevote.get(address), votes.precommit.get(address)];
    return [
      [isProposer ? '> ' : '  ', 'bold'],
      [cell(nameOf(names, address), nameColumns), isProposer ? 'bold' : 'plain'],
      [cell(shareText(power, total), POWER_COLUMNS)],
      [cell(hasPrevotes ? valueText(prevote) : '?', VALUE_COLUMNS), styleOf(prevote)],
      [cell(valueText(precommit), VALUE_COLUMNS), styleOf(precommit)],
    ];
  });
  return [[[head, 'dim']], ...rows];
}

/** Shows each validator as its index and the marks of prevote and precommit, in the order of the set. */
function cellsOf({ round, width }: ValidatorsView): Lines {
  const { validators } = round;
  const digits = String(validators.length - 1).length;
  const columns = Math.max(1, Math.floor(width / (digits + 4)));
  const lines: (readonly Span[])[] = [[[`Prevote, precommit: ${LEGEND}, > proposer`, 'dim']]];
  for (let start = 0; start < validators.length; start += columns)
    lines.push(
      validators.slice(start, start + columns).flatMap(({ address }, i): readonly Span[] => {
        const [prevote, precommit] = [round.votes.prevote.get(address), round.votes.precommit.get(address)];
        const isProposer = address === round.proposer;
        return [
          [isProposer ? '>' : ' ', 'bold'],
          [String(start + i).padStart(digits), isProposer ? 'bold' : 'dim'],
          [markOf(prevote), styleOf(prevote)],
          [`${markOf(precommit)} `, styleOf(precommit)],
        ];
      }),
    );
  return lines;
}

const MARKS_STEP = 10;
const INDEX_COLUMNS = 12;

/** Shows only marks, two lines for as many validators as fit: prevotes beside the indexes, precommits below. */
function marksOf({ round, width }: ValidatorsView): Lines {
  const { validators } = round;
  const columns = Math.max(MARKS_STEP, Math.floor((width - INDEX_COLUMNS) / MARKS_STEP) * MARKS_STEP);
  const proposer = validators.findIndex(({ address }) => address === round.proposer);
  const head = `${LEGEND}${proposer < 0 ? '' : `; the proposer is ${proposer}`}`;
  const lines: (readonly Span[])[] = [[[head, 'dim']]];
  for (let start = 0; start < validators.length; start += columns) {
    const part = validators.slice(start, start + columns);
    const marks = (votes: Round['votes']['prevote']): readonly Span[] =>
      part.map(({ address }): Span => [markOf(votes.get(address)), styleOf(votes.get(address))]);
    lines.push([[cell(`${start}-${start + part.length - 1}`, INDEX_COLUMNS), 'dim'], ...marks(round.votes.prevote)]);
    lines.push([[cell('precommits', INDEX_COLUMNS), 'dim'], ...marks(round.votes.precommit)]);
  }
  return lines;
}
