/** Expects a height to be decided in a certain way. */
import { optional } from '../document/field.js';
import { validator, validators, whole } from '../document/fields.js';
import { afterEnd, defineExpectation, outcome } from '../expectation.js';
import type { ObservedHeight } from '../observations.js';
import { named } from '../verb.js';

interface Expected {
  readonly round?: number;
  readonly proposer?: number;
  readonly signed?: readonly number[];
  readonly nil?: readonly number[];
  readonly absent?: readonly number[];
  readonly transactions?: number;
}

const list = (indexes: readonly number[] = []): string => (indexes.length === 0 ? 'none' : named(indexes));

/** Describes the members of a decided height that the expectation names. */
function described(wanted: Expected, from: Expected): string {
  const parts = [
    wanted.round !== undefined && `in round ${from.round}`,
    wanted.proposer !== undefined && `of ${list(from.proposer === undefined ? [] : [from.proposer])}`,
    wanted.signed !== undefined && `signed by: ${list(from.signed)}`,
    wanted.nil !== undefined && `precommits for nil: ${list(from.nil)}`,
    wanted.absent !== undefined && `absent: ${list(from.absent)}`,
    wanted.transactions !== undefined && `transactions: ${from.transactions}`,
  ];
  return parts.filter((part) => part !== false).join('; ');
}

const asExpected = ({ round, proposer, signed, votedNil, absent, transactions }: ObservedHeight): Expected => ({
  round,
  proposer,
  signed,
  nil: votedNil,
  absent,
  transactions,
});

export const expectation = defineExpectation({
  name: 'block',
  summary: 'Expects that a height is decided, and how.',
  fields: {
    height: whole('Selects the height.', 1),
    round: optional(whole('Expects the round of the commit.', 0)),
    proposer: optional(validator('Expects the proposer of the block.')),
    signed: optional(validators('Expects the validators whose precommits for the block are in the commit.')),
    nil: optional(validators('Expects the validators whose precommits for nil are in the commit.')),
    absent: optional(validators('Expects the validators whose precommits are not in the commit.')),
    transactions: optional(whole('Expects the number of transactions.', 0)),
  },
  impossible: ({ height }, { until }) => afterEnd(height, until),
  check({ height, ...wanted }, { heights }) {
    const expected = [`block ${height} is decided`, described(wanted, wanted)].filter((part) => part !== '').join(' ');
    const found = heights.get(height);
    if (found === undefined) return outcome(expected, false, `height ${height} was not decided`);
    const [want, have] = [described(wanted, wanted), described(wanted, asExpected(found))];
    return outcome(expected, want === have, `decided ${have}`);
  },
});
