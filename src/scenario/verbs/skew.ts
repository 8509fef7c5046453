/** Shifts the clock of a validator. */
import { optional } from '../document/field.js';
import { time, validator } from '../document/fields.js';
import { defineVerb, nameOf } from '../verb.js';

const skewOf = ({ ahead = 0, behind = 0 }: { readonly ahead?: number; readonly behind?: number }): number =>
  ahead - behind;

export const verb = defineVerb({
  name: 'skew',
  summary: 'Shifts the clock of a validator; without a time it is set right.',
  fields: {
    validator: validator('Selects the validator.'),
    ahead: optional(time('Sets how far the clock is ahead.')),
    behind: optional(time('Sets how far the clock is behind.')),
  },
  perform: ({ devnet }, data) => devnet.network.setClockSkew(data.validator, skewOf(data)),
  describe: (data) => `skew ${nameOf(data.validator)} ${skewOf(data)} ms`,
});
