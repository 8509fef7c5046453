/** Expects two conflicting commits, or none. */
import { whole } from '../document/fields.js';
import { afterEnd, defineExpectation, outcome } from '../expectation.js';
import { named } from '../verb.js';

export const expectation = defineExpectation({
  name: 'conflict',
  summary: 'Expects that two blocks are decided at a height, which ends the chain.',
  fields: { height: whole('Selects the height.', 2) },
  impossible: ({ height }, { until }) => afterEnd(height, until),
  check({ height }, { conflict }) {
    const expected = `two blocks are decided at height ${height}`;
    if (conflict === undefined) return outcome(expected, false, 'there are no conflicting commits');
    const [first, second] = conflict.signers.map(named);
    return outcome(
      expected,
      conflict.height === height,
      `height ${conflict.height} has conflicting commits, signed by ${first} and by ${second}`,
    );
  },
});
