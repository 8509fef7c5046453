/** Expects the chain to halt before a height is decided. */
import { optional } from '../document/field.js';
import { oneOf, whole } from '../document/fields.js';
import { type Position, positionText, STEPS } from '../document/position.js';
import { afterEnd, defineExpectation, outcome } from '../expectation.js';
import { nameOf } from '../verb.js';

export const expectation = defineExpectation({
  name: 'halt',
  summary: 'Expects that a height is not decided in this run.',
  fields: {
    height: whole('Selects the height.', 2),
    round: optional(whole('Expects the round in which every running validator waits.', 0)),
    step: optional(oneOf('Expects the step at which every running validator waits.', STEPS)),
  },
  impossible: ({ height }, { until }) => afterEnd(height, until),
  check({ height, round, step }, { heights, nodes }) {
    const place: Position = { height, round, step };
    const expected = `the chain halts at ${positionText(place)}`;
    if (heights.has(height)) return outcome(expected, false, `height ${height} was decided`);
    const others = nodes.filter(
      (node) =>
        node.up &&
        (node.height !== BigInt(height) ||
          (round !== undefined && node.round !== round) ||
          (step !== undefined && node.step !== step)),
    );
    const seen = others
      .map((node) => `${nameOf(node.index)} is at ${node.height}/${node.round} ${node.step}`)
      .join(', ');
    return outcome(expected, others.length === 0, seen);
  },
});
