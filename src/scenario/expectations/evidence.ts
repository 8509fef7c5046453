/** Expects evidence in blocks. */
import { optional } from '../document/field.js';
import { oneOf, validators, whole } from '../document/fields.js';
import { afterEnd, defineExpectation, outcome } from '../expectation.js';
import { named } from '../verb.js';

export const expectation = defineExpectation({
  name: 'evidence',
  summary: 'Expects which validators the evidence in all blocks accuses. An empty list expects none.',
  fields: {
    validators: validators('Expects the accused validators.'),
    kind: optional(oneOf('Selects the kind of evidence.', ['duplicate-vote', 'light-client-attack'])),
    height: optional(whole('Expects that they misbehaved at this height.', 1)),
    count: optional(whole('Expects the number of pieces of evidence.', 0)),
    within: optional(whole('Expects the evidence in a block at most so many heights later.', 1)),
  },
  impossible: ({ height = 1 }, { until }) => afterEnd(height, until),
  check({ validators: accused, kind, height, count, within }, { evidence }) {
    const chosen = evidence.filter(
      (item) => (kind === undefined || item.kind === kind) && (height === undefined || item.height === height),
    );
    const found = [...new Set(chosen.flatMap((item) => item.validators))].sort((a, b) => a - b);
    const expected = [
      accused.length === 0
        ? 'no evidence in a block accuses a validator'
        : `evidence against ${named(accused)} is in a block`,
      height !== undefined && `about height ${height}`,
      count !== undefined && `in ${count} pieces`,
      within !== undefined && `at most ${within} heights later`,
    ];
    const late = chosen.filter((item) => within !== undefined && item.included - item.height > within);
    const isMet =
      named(found) === named([...accused].sort((a, b) => a - b)) &&
      late.length === 0 &&
      (count === undefined || chosen.length === count);
    const seen = evidence.map(
      (item) => `${item.kind} of ${named(item.validators)} at height ${item.height}, in block ${item.included}`,
    );
    return outcome(
      expected.filter((part) => part !== false).join(' '),
      isMet,
      seen.length === 0 ? 'no block contains evidence' : seen.join('; '),
    );
  },
});
