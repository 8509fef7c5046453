/** Expects a height to take a time within bounds. */
import { optional } from '../document/field.js';
import { time, whole } from '../document/fields.js';
import { afterEnd, defineExpectation, outcome } from '../expectation.js';

export const expectation = defineExpectation({
  name: 'takes',
  summary: 'Expects how long a height takes from the start of its round 0 to its first decision.',
  fields: {
    height: whole('Selects the height.', 1),
    least: optional(time('Expects at least this time.')),
    most: optional(time('Expects at most this time.')),
  },
  impossible: ({ height }, { until }) => afterEnd(height, until),
  check({ height, least = 0, most = Number.POSITIVE_INFINITY }, { heights }) {
    const bounds = most === Number.POSITIVE_INFINITY ? `at least ${least} ms` : `${least} to ${most} ms`;
    const expected = `height ${height} takes ${bounds}`;
    const found = heights.get(height);
    if (found === undefined) return outcome(expected, false, `height ${height} was not decided`);
    return outcome(expected, found.ms >= least && found.ms <= most, `it took ${found.ms} ms`);
  },
});
