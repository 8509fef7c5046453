/** Tests what the view looks like: sizes, colors, many validators, and hostile texts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barOf } from '../../src/cli/watch/view/bar.js';
import { render } from '../../src/cli/watch/view/render.js';
import { readNames } from '../../src/client/rounds/names.js';
import { readDump } from '../../src/client/rounds/read_dump.js';
import { NIL, type RoundsState } from '../../src/client/rounds/state.js';
import { tallyOf } from '../../src/client/rounds/tally.js';
import { dumpWithLock, NODE, VALIDATORS, viewOf } from './recorded.js';

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
