/** Shifts the clock of a validator. */

import { optional } from '../document/field.js';
import { flag, time, validator } from '../document/fields.js';
import { defineVerb } from '../verb.js';

export const verb = defineVerb({
  name: 'skew',
  summary: 'Shifts the clock of a validator.',
  fields: {
    validator: validator('Selects the validator.'),
    by: time('Sets how far the clock is ahead.'),
    behind: optional(flag('Sets the clock behind instead.')),
  },
  perform: ({ network }, { validator, by, behind }) =>
    network.setClockSkew(validator, behind === true ? -by : by),
  describe: ({ validator, by, behind }) => `skew v${validator} ${behind === true ? '-' : ''}${by} ms`,
});
