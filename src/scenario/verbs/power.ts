/** The voting power of a validator. */
import { validator, whole } from '../document/fields.js';
import { defineVerb, nameOf, ownOf } from '../verb.js';

export const verb = defineVerb({
  name: 'power',
  summary: 'Sets the voting power of a validator by a transaction of the next block; it applies two heights later.',
  isOfEvm: true,
  fields: {
    validator: validator('Selects the validator.'),
    power: whole('Sets the power; 0 removes the validator from the set.', 0),
  },
  perform: (stage, { validator, power }) => ownOf(stage).setValidatorPower(validator, power),
  describe: ({ validator, power }) => `power ${nameOf(validator)} ${power}`,
});
