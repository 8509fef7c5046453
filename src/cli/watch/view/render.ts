/**
 * Renders the view: a pure function from what is known of a chain, and from the size of the output, to lines of text.
 * No line is longer than the width, and there are no more lines than fit.
 */

import { type Names, nameOf } from '../../../client/rounds/names.js';
import type { View } from '../../../client/rounds/session.js';
import { type BlockAtRound, type DecidedHeight, type RoundsState, shownRound } from '../../../client/rounds/state.js';
import { tallyOf } from '../../../client/rounds/tally.js';
import { tallyLine } from './bar.js';
import { hashText, incidentLine } from './lines.js';
import { cell, lineOf, type Span } from './spans.js';
import { validatorLines } from './validators.js';

export interface Size {
  readonly width: number;
  /** Is the number of lines, or undefined when there is no limit. */
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

/** Limits the decided heights that the view shows. */
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
