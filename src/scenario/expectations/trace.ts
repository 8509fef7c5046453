/** Expects the trace of a validator in one height. */
import { lines, validator, whole } from '../document/fields.js';
import { afterEnd, defineExpectation, outcome } from '../expectation.js';
import { nameOf } from '../verb.js';

/** Matches any number of lines. */
const ANY = '...';

/**
 * Matches lines with a pattern in which `...` is any number of lines. Returns the first line of the pattern that is not
 * found, or undefined.
 */
function mismatch(
  pattern: readonly string[],
  actual: readonly string[],
): { readonly line: string; readonly at: number } | undefined {
  let at = 0;
  let floating = false;
  for (const line of pattern) {
    if (line === ANY) {
      floating = true;
      continue;
    }
    const found = floating ? actual.indexOf(line, at) : actual[at] === line ? at : -1;
    if (found < 0) return { line, at };
    at = found + 1;
    floating = false;
  }
  return floating || at === actual.length ? undefined : { line: 'the end', at };
}

export const expectation = defineExpectation({
  name: 'trace',
  summary: 'Expects the lines of a validator in one height, in order. The line "..." stands for any number of lines.',
  fields: {
    validator: validator('Selects the validator.'),
    height: whole('Selects the height.', 2),
    lines: lines('Expects these lines.'),
  },
  impossible: ({ height }, { until }) => afterEnd(height, until),
  check({ validator: index, height, lines: pattern }, { lines: linesOf }) {
    const actual = linesOf(index, height);
    const wrong = mismatch(pattern, actual);
    const expected = `${nameOf(index)} goes through the ${pattern.filter((line) => line !== ANY).length} lines of height ${height}`;
    if (wrong === undefined) return outcome(expected, true, '');
    const context = actual.slice(Math.max(0, wrong.at - 2), wrong.at + 6).join(' · ');
    return outcome(
      expected,
      false,
      `expected "${wrong.line}" after line ${wrong.at} of its trace; there is: ${context || 'nothing'}`,
    );
  },
});
