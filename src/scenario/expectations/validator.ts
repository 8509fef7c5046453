/** Expects the state of a validator at the end of the run. */
import { optional } from '../document/field.js';
import { flag, validator, whole } from '../document/fields.js';
import { defineExpectation, outcome } from '../expectation.js';
import { nameOf } from '../verb.js';

interface Expected {
  readonly jailed?: boolean;
  readonly power?: number;
  readonly slashed?: number;
}

function described(wanted: Expected, from: Expected): string {
  const parts = [
    wanted.jailed !== undefined && (from.jailed === true ? 'jailed' : 'not jailed'),
    wanted.power !== undefined && `of power ${from.power}`,
    wanted.slashed !== undefined && `slashed by ${from.slashed} %`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

export const expectation = defineExpectation({
  name: 'validator',
  summary: 'Expects the state of a validator at the end of the run.',
  ofEvm: ['jailed', 'slashed'],
  fields: {
    validator: validator('Selects the validator.'),
    jailed: optional(flag('Expects that it is jailed, or that it is not.')),
    power: optional(whole('Expects its voting power at the next height.', 0)),
    slashed: optional(whole('Expects the part of its stake that was slashed, in percent.', 0, 100)),
  },
  check({ validator: index, ...wanted }, { validators, startTokens }) {
    const found = validators[index];
    const start = startTokens[index] ?? 0n;
    const lost = start === 0n ? 0n : ((start - (found?.tokens ?? 0n)) * 10_000n) / start;
    const have = { jailed: found?.jailed, power: Number(found?.power ?? 0n), slashed: Number(lost) / 100 };
    const [want, seen] = [described(wanted, wanted), described(wanted, have as Expected)];
    return outcome(`${nameOf(index)} is ${want}`, want === seen, `it is ${seen}`);
  },
});
