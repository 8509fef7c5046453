/** Expects a height to take a time within bounds. */
import { SPAN, whole } from '../document/fields.js';
import { afterEnd, defineExpectation, isWithin, outcome, spanText } from '../expectation.js';

export const expectation = defineExpectation({
  name: 'takes',
  summary: 'Expects how long a height takes from the start of its round 0 to its first decision.',
  fields: {
    height: whole('Selects the height.', 1),
    ...SPAN,
  },
  impossible: ({ height }, { until }) => afterEnd(height, until),
  check({ height, ...span }, { heights }) {
    const expected = `height ${height} takes ${spanText(span)}`;
    const found = heights.get(height);
    if (found === undefined) return outcome(expected, false, `height ${height} was not decided`);
    return outcome(expected, isWithin(found.ms, span), `it took ${found.ms} ms`);
  },
});
