/** Expects the time of a header. */
import { SPAN, whole } from '../document/fields.js';
import { afterEnd, defineExpectation, isWithin, outcome, spanText } from '../expectation.js';

export const expectation = defineExpectation({
  name: 'time',
  summary: 'Expects the time between the headers of a height and of the one before.',
  fields: {
    height: whole('Selects the height.', 3),
    ...SPAN,
  },
  impossible: ({ height }, { until }) => afterEnd(height, until),
  check({ height, ...span }, { heights }) {
    const expected = `the header of height ${height} is ${spanText(span)} after the one before`;
    const [before, found] = [heights.get(height - 1), heights.get(height)];
    if (before === undefined || found === undefined)
      return outcome(expected, false, `height ${height} was not decided`);
    const ms = found.headerMs - before.headerMs;
    return outcome(expected, isWithin(ms, span), `it is ${ms} ms`);
  },
});
