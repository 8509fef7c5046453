/** Tests what the view looks like: sizes, colors, many validators, and hostile texts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventLine, incidentLine } from '../../src/cli/watch/view/lines.js';
import { barOf, render } from '../../src/cli/watch/view/render.js';

import { validatorLines } from '../../src/cli/watch/view/validators.js';
import { readNames } from '../../src/client/rounds/names.js';
import { readDump } from '../../src/client/rounds/read_dump.js';
import { NIL, type RoundsState, shownRound } from '../../src/client/rounds/state.js';
import { tallyOf } from '../../src/client/rounds/tally.js';
import { dumpInRoundOne, dumpWithLock, NODE, VALIDATORS, viewOf } from './recorded.js';

const plain = { width: 60, height: undefined, hasColors: false };

/** Returns a state with many validators, of which every third voted for a block and every fifth for nil. */
function crowd(count: number): RoundsState {
  const validators = Array.from({ length: count }, (_, i) => ({ address: `V${i}`.padEnd(12, 'A'), power: 10n }));
  const prevote = new Map(
    validators.flatMap(({ address }, i): [string, string][] =>
      i % 3 === 0 ? [[address, 'BBBBBBBBBBBB']] : i % 5 === 0 ? [[address, NIL]] : [],
    ),
  );
  const state = dumpWithLock();
  const proposer = validators[7]?.address;
  return { ...state, validators, proposer, votes: new Map([[1, { prevote, precommit: new Map() }]]) };
}

describe('the view', () => {
  it('shows position, locked block, votes, the line of two thirds, proposer and decided heights', () => {
    expect(render(viewOf(dumpWithLock()), plain)).toEqual([
      'chain-a  live  http://127.0.0.1:26657  (node, CometBFT 0.38…',
      'Height 52  Round 1  Step Precommit  Proposer first',
      'Proposal    6D68E37C',
      'Locked      6D68E37C (round 1)   Valid 6D68E37C (round 1)',
      '',
      'Votes of height 52, round 1',
      'Prevotes    [############|#.....] 75.0 %  +2/3 6D68E37C',
      'Precommits  [####........|......] 25.0 %',
      '',
      '  Validator             Power    Prevote   Precommit',
      '> first                 25.0 %   6D68E37C  .',
      '  409376216329          25.0 %   6D68E37C  6D68E37C',
      '  4A4AD47E70C9          25.0 %   6D68E37C  .',
      '  C6AB6B875E87          25.0 %   .         .',
      '',
      'Rounds needed   51: 1',
    ]);
  });

  it('says what is wrong while nothing arrives', () => {
    const [title] = render(viewOf(dumpWithLock(), { problem: 'connection lost, trying again: gone' }), plain);
    expect(title).toContain('connection lost, trying again: gone');
  });

  it('never fills the part of the bar behind the line without two thirds of the power', () => {
    const state = dumpWithLock();
    for (const columns of [12, 13, 14, 40, 60])
      for (const count of [0, 1, 2, 3, 4]) {
        const votes = new Map(VALIDATORS.slice(0, count).map((one) => [one, NIL]));
        const tally = tallyOf(votes, state.validators);
        const [, afterLine = ''] = barOf(tally, columns)
          .map(([text]) => text)
          .join('')
          .split('|');
        expect([count, columns, afterLine.startsWith('o')]).toEqual([count, columns, tally.hasTwoThirds]);
      }
  });

  it('colors votes only when the output has colors', () => {
    const colored = render(viewOf(dumpWithLock()), { ...plain, hasColors: true }).join('\n');
    expect(colored).toContain('\u001b[32m6D68E37C');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of colors
    const withoutColors = colored.replace(/\u001b\[\d+m/g, '').replace(/ +$/gm, '');
    expect(withoutColors).toBe(render(viewOf(dumpWithLock()), plain).join('\n'));
  });

  it('shows 100 validators on 60 columns and 24 lines, each with its votes', () => {
    const cells = render(viewOf(crowd(100)), { width: 60, height: 23, hasColors: false });
    expect(cells.length).toBeLessThanOrEqual(23);
    expect(cells).toContainEqual(expect.stringMatching(/^ {2}0#\. {3}1\.\. .* 6#\. > 7\.\. /));
    expect(cells.join('\n')).toContain(' 99#.');
    const marks = render(viewOf(crowd(100)), { width: 60, height: 18, hasColors: false });
    const rows = marks.filter((line) => /^\d+-\d+ /.test(line));
    expect(rows.map((row) => row.slice(0, 12).trim())).toEqual(['0-39', '40-79', '80-99']);
    expect(rows[0]?.slice(12, 24)).toBe('#..#.o#..#o.');
    expect(marks.join('\n')).toContain('the proposer is 7');
    const all = render(viewOf(crowd(100)), plain);
    expect(all.filter((line) => /^[> ] V\d+/.test(line))).toHaveLength(100);
  });

  it('fits into every size', () => {
    const sizes = fc.record({ width: fc.integer({ min: 1, max: 200 }), height: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 250 }), ({ width, height }, count) => {
        const lines = render(viewOf(crowd(count)), { width, height, hasColors: false });
        expect(lines.length).toBeLessThanOrEqual(height);
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});

describe('hostile texts', () => {
  const ESCAPES = '\u001b]0;owned\u0007\u009b2J\r\n\u202eevil\u0301\u{1f600}漢';

  it('are printed without escape sequences, line ends, and characters of another width', () => {
    const validators = VALIDATORS.map((address) => ({ address: `${ESCAPES}${address}`, voting_power: '1' }));
    const votes = [{ round: 0, prevotes: [`Vote{0:${ESCAPES} 1/00/X(Prevote) ${ESCAPES} }`], precommits: [] }];
    const proposal = { block_id: { hash: ESCAPES } };
    const state = readDump({
      round_state: { height: '1', round: 0, step: 3, validators: { validators }, votes, proposal },
    });
    const names = readNames(
      { genesis: { validators: [{ address: validators[0]?.address, name: ESCAPES }] } },
      { node_info: { moniker: ESCAPES }, validator_info: { address: validators[1]?.address } },
    );
    const text = render(viewOf(state, { names, node: NODE }), plain).join('');
    expect(text).toMatch(/^[ -~…]*$/);
    expect([...names.values()][0]).toMatch(/^\?\]0;owned/);
  });
});

it('a bar has the power of blocks, of nil and of none in parts of their own', () => {
  const votes = new Map([
    ['a', 'B1'],
    ['b', NIL],
  ]);
  const tally = tallyOf(
    votes,
    [5n, 3n, 4n].map((power, i) => ({ address: 'abc'[i] as string, power })),
  );
  const text = barOf(tally, 12)
    .map(([part]) => part)
    .join('');
  expect(text).toBe('[#####ooo|....]');
});

it('as many rows as fit show the validators, and cells where one row more is needed', () => {
  const round = { ...shownRound(crowd(4)), proposer: undefined };
  const shown = (lines: number) => validatorLines({ round, names: new Map(), width: 60, lines }).length;
  expect([shown(5), shown(4)]).toEqual([5, 2]);
});

it('a line names up to four validators, and counts the others', () => {
  const line = (count: number): string => {
    const updates = Array.from({ length: count }, (_, i) => ({ address: `A${i}`, power: BigInt(i + 5) }));
    return incidentLine({ type: 'validators', height: 7n, from: 9n, updates }, new Map());
  };
  expect(line(4)).toBe(
    '7 validators change at height 9: A0 has power 5, A1 has power 6, A2 has power 7, A3 has power 8',
  );
  expect(line(6)).toMatch(/A3 has power 8, 2 more$/);
});

it('a vote of the height before counts among those of its own round', () => {
  const state = dumpInRoundOne();
  const vote = { height: 51n, type: 'precommit', validator: VALIDATORS[1], value: '761E8639367F' } as const;
  const shareOf = (round: number): string => eventLine({ type: 'Vote', vote: { ...vote, round } }, state, new Map());
  expect(shareOf(0)).toMatch(/ for 761E8639, which now has 100\.0 %$/);
  expect(shareOf(1)).toMatch(/ for 761E8639, which now has 0\.0 %$/);
});
