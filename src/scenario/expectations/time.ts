/** Expects the time of a header. */
import { optional } from '../document/field.js';
import { time, whole } from '../document/fields.js';
import { afterEnd, defineExpectation, outcome } from '../expectation.js';

export const expectation = defineExpectation({
  name: 'time',
  summary: 'Expects the time between the headers of a height and of the one before.',
  fields: {
    height: whole('Selects the height.', 3),
    least: optional(time('Expects at least this time.')),
    most: optional(time('Expects at most this time.')),
  },
  impossible: ({ height }, { until }) => afterEnd(height, until),
  check({ height, least = 0, most = Number.POSITIVE_INFINITY }, { heights }) {
    const bounds = most === Number.POSITIVE_INFINITY ? `at least ${least} ms` : `${least} to ${most} ms`;
    const expected = `the header of height ${height} is ${bounds} after the one before`;
    const [before, found] = [heights.get(height - 1), heights.get(height)];
    if (before === undefined || found === undefined)
      return outcome(expected, false, `height ${height} was not decided`);
    const ms = found.headerMs - before.headerMs;
    return outcome(expected, ms >= least && ms <= most, `it is ${ms} ms`);
  },
});
