/** Expects the locked and the valid block of a validator when it reaches a position. */
import { optional } from '../document/field.js';
import { position, text, validator, whole } from '../document/fields.js';
import { positionText } from '../document/position.js';
import { afterEnd, defineExpectation, outcome } from '../expectation.js';
import type { ObservedRoundState } from '../observations.js';
import { nameOf } from '../verb.js';

interface Expected {
  readonly locked?: string;
  readonly locked_round?: number;
  readonly valid?: string;
  readonly valid_round?: number;
}

const NOTHING = 'none';

function described(wanted: Expected, from: Expected): string {
  const parts = [
    wanted.locked !== undefined && `locked ${from.locked}`,
    wanted.locked_round !== undefined && `locked round ${from.locked_round}`,
    wanted.valid !== undefined && `valid ${from.valid}`,
    wanted.valid_round !== undefined && `valid round ${from.valid_round}`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

const asExpected = (state: ObservedRoundState): Expected => ({
  locked: state.locked ?? NOTHING,
  locked_round: state.lockedRound,
  valid: state.valid ?? NOTHING,
  valid_round: state.validRound,
});

export const expectation = defineExpectation({
  name: 'round-state',
  summary: 'Expects the locked and the valid block of a validator when it first reaches a position.',
  fields: {
    validator: validator('Selects the validator.'),
    at: position('Selects the position, with its round.'),
    locked: optional(text('Expects the locked block by its letter in the trace, or "none".')),
    locked_round: optional(whole('Expects the locked round; -1 for none.', -1)),
    valid: optional(text('Expects the valid block by its letter in the trace, or "none".')),
    valid_round: optional(whole('Expects the valid round; -1 for none.', -1)),
  },
  impossible: ({ at }, { until }) =>
    at.round === undefined
      ? { member: 'at', why: 'before a height no validator has a round state; write a round, such as "2/0"' }
      : afterEnd(at.height, until) && { member: 'at', why: `the scenario ends with height ${until}` },
  check({ validator: index, at, ...wanted }, { stateAt }) {
    const place = positionText(at);
    const want = described(wanted, wanted);
    const expected = `${nameOf(index)} has ${want} at ${place}`;
    const state = stateAt(index, place);
    if (state === undefined) return outcome(expected, false, `${nameOf(index)} never reached ${place}`);
    const seen = described(wanted, asExpected(state));
    return outcome(expected, want === seen, `it has ${seen}`);
  },
});
